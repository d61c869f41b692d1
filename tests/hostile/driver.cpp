// Calls a kernel with the inputs of a file: driver INPUTS OUTPUT. It lies in a translation unit of its own, so the compiler of the kernel knows none of the
// values, not even the parameter `zero`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <ucontext.h>

struct Binding {
    void* data;
    unsigned size;
};

void run(const Binding* bindings, const unsigned* groups);

// The lanes of a workgroup, each of which runs until it waits for the others, or ends.
struct Lane {
    ucontext_t context;
    std::vector<char> stack;
    bool has_ended;
};

static std::vector<Lane> lanes;
static ucontext_t all;
static unsigned current;
static void (*body)(void*, unsigned);
static void* argument;

static void begin() {
    body(argument, current);
    lanes[current].has_ended = true;
}

void wait_for_all() { swapcontext(&lanes[current].context, &all); }

void run_lanes(unsigned count, void (*of)(void*, unsigned), void* given) {
    body = of;
    argument = given;
    if (lanes.size() < count) lanes.resize(count);
    for (Lane& lane : lanes) {
        lane.stack.resize(1 << 18);
        lane.has_ended = false;
        getcontext(&lane.context);
        lane.context.uc_stack.ss_sp = lane.stack.data();
        lane.context.uc_stack.ss_size = lane.stack.size();
        lane.context.uc_link = &all;
        makecontext(&lane.context, begin, 0);
    }
    for (unsigned ended = 0; ended < count;) {
        ended = 0;
        for (current = 0; current < count; ++current) {
            if (!lanes[current].has_ended) swapcontext(&all, &lanes[current].context);
            ended += lanes[current].has_ended;
        }
        // A barrier is for all lanes or none.
        if (ended != 0 && ended != count) std::abort();
    }
}

static void read(std::FILE* file, void* to, std::size_t size) {
    if (std::fread(to, 1, size, file) != size) {
        std::fprintf(stderr, "the inputs end early\n");
        std::exit(1);
    }
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file) return 1;
    // Workgroups, the binding that is the output, and how many there are.
    unsigned head[5];
    read(file, head, sizeof head);
    std::vector<std::vector<uint64_t>> contents(head[4]);
    std::vector<Binding> bindings(head[4]);
    for (unsigned i = 0; i < head[4]; ++i) {
        unsigned sizes[2];
        read(file, sizes, sizeof sizes);
        // NaN, so that what is not written can't pass for a value.
        contents[i].assign((sizes[0] + 7) / 8 + 1, ~uint64_t(0));
        read(file, contents[i].data(), sizes[1]);
        bindings[i] = {contents[i].data(), sizes[0]};
    }
    std::fclose(file);
    run(bindings.data(), head);
    const Binding& output = bindings[head[3]];
    file = std::fopen(argv[2], "wb");
    if (!file || std::fwrite(output.data, 1, output.size, file) != output.size || std::fclose(file) != 0) return 1;
    return 0;
}
