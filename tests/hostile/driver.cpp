// Calls a kernel with the inputs of a file: driver INPUTS FIELD BYTES. It lies in a translation unit of its own, so the compiler of the kernel knows
// none of the values, not even the parameter `zero`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Binding {
    void* data;
    unsigned size;
};

void run(const Binding* bindings, const unsigned* groups);

static void read(std::FILE* file, void* to, std::size_t size) {
    if (std::fread(to, 1, size, file) != size) {
        std::fprintf(stderr, "the inputs end early\n");
        std::exit(1);
    }
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file) return 1;
    unsigned groups[9];
    read(file, groups, sizeof groups);
    unsigned forms;
    read(file, &forms, sizeof forms);
    std::vector<std::vector<uint64_t>> contents(6);
    Binding bindings[6];
    for (int i = 0; i < 4; ++i) {
        unsigned size;
        read(file, &size, sizeof size);
        contents[i].resize((size + 7) / 8 + 1);
        read(file, contents[i].data(), size);
        bindings[i] = {contents[i].data(), size};
    }
    std::fclose(file);
    const unsigned bytes = std::strtoul(argv[3], nullptr, 10);
    // NaN, so that what is not written can't pass for a value.
    contents[4].assign((bytes + 7) / 8, ~uint64_t(0));
    bindings[4] = {contents[4].data(), bytes};
    contents[5].assign((forms + 7) / 8, ~uint64_t(0));
    bindings[5] = {contents[5].data(), forms};
    run(bindings, groups);
    file = std::fopen(argv[2], "wb");
    if (!file || std::fwrite(bindings[4].data, 1, bytes, file) != bytes || std::fclose(file) != 0) return 1;
    return 0;
}
