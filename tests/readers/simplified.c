/* Reads pictures with libpng's simplified API, as engines do, for the tests of what the encoder of PNG writes.
 *
 * Each argument is FILE@8, for a target of 8 bit whose files of 16 bit are taken for sRGB, or FILE@16, for the linear target of 16 bit. For each, the
 * samples are written to ARGUMENT.levels, row-major, channels interleaved, in bytes or in words of this machine. What libpng converts depends on the
 * chunks gAMA and sRGB. */

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *argument, const char *why) {
    fprintf(stderr, "%s: %s\n", argument, why);
    return 1;
}

static int read_picture(const char *argument) {
    char path[4096], to[4096];
    const char *target = strrchr(argument, '@');
    if (target == NULL || strlen(argument) > sizeof path - 16)
        return fail(argument, "no FILE@8 or FILE@16");
    snprintf(path, sizeof path, "%.*s", (int)(target - argument), argument);
    snprintf(to, sizeof to, "%s.levels", argument);
    int is_linear = strcmp(target, "@16") == 0;

    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path))
        return fail(argument, image.message);
    if (!is_linear)
        image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    image.format &= PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA;
    if (is_linear)
        image.format |= PNG_FORMAT_FLAG_LINEAR;

    size_t size = PNG_IMAGE_SIZE(image);
    void *samples = malloc(size);
    if (samples == NULL)
        return fail(argument, "too little memory");
    if (!png_image_finish_read(&image, NULL, samples, 0, NULL))
        return fail(argument, image.message);

    FILE *file = fopen(to, "wb");
    int is_written = file != NULL && fwrite(samples, 1, size, file) == size;
    if (file == NULL || fclose(file) != 0 || !is_written)
        return fail(to, "can't be written");
    free(samples);
    return 0;
}

int main(int count, char **arguments) {
    for (int number = 1; number < count; number++)
        if (read_picture(arguments[number]) != 0)
            return 1;
    return 0;
}
