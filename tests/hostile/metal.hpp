// What stands for Metal's types and functions, so that C++ compilers take the kernels that naga emits for Metal.
#include <cstdint>
#include <cstring>
#include <type_traits>

#define constant
#define device
#define thread
#define threadgroup
#define kernel

// Of the driver.
void wait_for_all();
void run_lanes(unsigned count, void (*lane)(void*, unsigned), void* given);

template <class To, class From>
static inline To as_type(From from) {
    static_assert(sizeof(To) == sizeof(From), "as_type keeps the bits");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

namespace metal {

typedef uint32_t uint;

template <class T, int N>
struct vec;

template <class T>
struct vec<T, 2> {
    T x, y;
    vec() : x(), y() {}
    explicit vec(T all) : x(all), y(all) {}
    vec(T x, T y) : x(x), y(y) {}
    T& operator[](int i) { return (&x)[i]; }
    const T& operator[](int i) const { return (&x)[i]; }
};

template <class T>
struct vec<T, 3> {
    T x, y, z;
    vec() : x(), y(), z() {}
    explicit vec(T all) : x(all), y(all), z(all) {}
    vec(T x, T y, T z) : x(x), y(y), z(z) {}
    vec(vec<T, 2> xy, T z) : x(xy.x), y(xy.y), z(z) {}
    T& operator[](int i) { return (&x)[i]; }
    const T& operator[](int i) const { return (&x)[i]; }
};

template <class T>
struct vec<T, 4> {
    T x, y, z, w;
    vec() : x(), y(), z(), w() {}
    explicit vec(T all) : x(all), y(all), z(all), w(all) {}
    vec(T x, T y, T z, T w) : x(x), y(y), z(z), w(w) {}
    T& operator[](int i) { return (&x)[i]; }
    const T& operator[](int i) const { return (&x)[i]; }
};

template <class F, class T>
auto each(F f, vec<T, 2> a, vec<T, 2> b) -> vec<decltype(f(a.x, b.x)), 2> {
    return {f(a.x, b.x), f(a.y, b.y)};
}
template <class F, class T>
auto each(F f, vec<T, 3> a, vec<T, 3> b) -> vec<decltype(f(a.x, b.x)), 3> {
    return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)};
}
template <class F, class T>
auto each(F f, vec<T, 4> a, vec<T, 4> b) -> vec<decltype(f(a.x, b.x)), 4> {
    return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)};
}

#define LACUNA_OPERATOR(op)                                                                   \
    template <class T, int N>                                                                 \
    auto operator op(vec<T, N> a, vec<T, N> b) {                                              \
        return each([](T a, T b) { return a op b; }, a, b);                                   \
    }                                                                                         \
    template <class T, int N>                                                                 \
    auto operator op(vec<T, N> a, T b) {                                                      \
        return each([](T a, T b) { return a op b; }, a, vec<T, N>(b));                        \
    }                                                                                         \
    template <class T, int N>                                                                 \
    auto operator op(T a, vec<T, N> b) {                                                      \
        return each([](T a, T b) { return a op b; }, vec<T, N>(a), b);                        \
    }
LACUNA_OPERATOR(+)
LACUNA_OPERATOR(-)
LACUNA_OPERATOR(*)
LACUNA_OPERATOR(&)
LACUNA_OPERATOR(|)
LACUNA_OPERATOR(^)
LACUNA_OPERATOR(<<)
LACUNA_OPERATOR(>>)
LACUNA_OPERATOR(==)
LACUNA_OPERATOR(!=)
LACUNA_OPERATOR(<)
LACUNA_OPERATOR(<=)
LACUNA_OPERATOR(>)
LACUNA_OPERATOR(>=)
#undef LACUNA_OPERATOR

template <class T, int N>
vec<T, N>& operator-=(vec<T, N>& a, vec<T, N> b) {
    return a = a - b;
}
template <class T, int N>
vec<T, N>& operator+=(vec<T, N>& a, vec<T, N> b) {
    return a = a + b;
}

inline bool all(vec<bool, 2> v) { return v.x && v.y; }
inline bool all(vec<bool, 3> v) { return v.x && v.y && v.z; }
inline bool all(vec<bool, 4> v) { return v.x && v.y && v.z && v.w; }
inline bool any(vec<bool, 2> v) { return v.x || v.y; }
inline bool any(vec<bool, 3> v) { return v.x || v.y || v.z; }
inline bool any(vec<bool, 4> v) { return v.x || v.y || v.z || v.w; }

typedef vec<uint, 2> uint2;
typedef vec<uint, 3> uint3;
typedef vec<uint, 4> uint4;
typedef vec<int, 2> int2;
typedef vec<int, 3> int3;
typedef vec<int, 4> int4;
typedef vec<float, 2> float2;
typedef vec<float, 3> float3;
typedef vec<float, 4> float4;
typedef vec<bool, 2> bool2;
typedef vec<bool, 3> bool3;
typedef vec<bool, 4> bool4;
// vec has no padding, so packed vectors are the same type.
typedef uint3 packed_uint3;
typedef int3 packed_int3;
typedef float3 packed_float3;

inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
inline float abs(float v) { return __builtin_fabsf(v); }
inline float floor(float v) { return __builtin_floorf(v); }
inline uint min(uint a, uint b) { return a < b ? a : b; }
inline uint max(uint a, uint b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline int abs(int v) { return v < 0 ? static_cast<int>(0u - static_cast<uint>(v)) : v; }
inline uint abs(uint v) { return v; }
template <class T, int N>
vec<T, N> min(vec<T, N> a, vec<T, N> b) {
    return each([](T a, T b) { return min(a, b); }, a, b);
}
template <class T, int N>
vec<T, N> max(vec<T, N> a, vec<T, N> b) {
    return each([](T a, T b) { return max(a, b); }, a, b);
}
// Only conversions clamp. As SPIR-V, kernels convert without, so what they convert must be in range.
template <class T>
T clamp(T v, T low, T high) {
    if (!(low <= v && v <= high)) {
        __builtin_trap();
    }
    return v;
}
template <class T>
T select(T no, T yes, bool condition) {
    return condition ? yes : no;
}
template <class T, int N>
vec<T, N> select(vec<T, N> no, vec<T, N> yes, vec<bool, N> conditions) {
    for (int i = 0; i < N; i++) {
        no[i] = conditions[i] ? yes[i] : no[i];
    }
    return no;
}
enum class mem_flags { mem_none, mem_device, mem_threadgroup };
inline void threadgroup_barrier(mem_flags) { wait_for_all(); }
// The lanes run in turn, on one thread.
enum memory_order { memory_order_relaxed };
struct atomic_int {
    int held;
};
inline void atomic_store_explicit(atomic_int* at, int v, memory_order) { at->held = v; }
inline int atomic_load_explicit(atomic_int* at, memory_order) { return at->held; }
inline int atomic_fetch_min_explicit(atomic_int* at, int v, memory_order) {
    int before = at->held;
    at->held = min(before, v);
    return before;
}
inline int atomic_fetch_max_explicit(atomic_int* at, int v, memory_order) {
    int before = at->held;
    at->held = max(before, v);
    return before;
}
inline uint clz(uint v) { return v ? __builtin_clz(v) : 32; }
inline uint ctz(uint v) { return v ? __builtin_ctz(v) : 32; }
inline uint popcount(uint v) { return __builtin_popcount(v); }
inline uint mulhi(uint a, uint b) { return static_cast<uint>((static_cast<uint64_t>(a) * b) >> 32); }

}  // namespace metal

// naga leaves out the namespace of these.
using metal::uint2;
using metal::uint3;
using metal::uint4;

struct Binding {
    void* data;
    unsigned size;
};

template <class T>
static std::remove_reference_t<T>& bound(void* data) {
    return *static_cast<std::remove_reference_t<T>*>(data);
}
