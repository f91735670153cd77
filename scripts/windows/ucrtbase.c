/* The C library's complex functions, which Wine 8.0 exports but does not implement; NumPy calls them on import.
   set_up.py builds ucrtbase.dll from these and forwards everything else to Wine's. Microsoft's double and long
   double are the same type. */
#include <complex.h>

typedef struct { double re, im; } Dcomplex;
typedef struct { float re, im; } Fcomplex;

static double complex of_d(Dcomplex z) { return z.re + z.im * I; }
static double complex of_f(Fcomplex z) { return z.re + z.im * I; }
static Dcomplex to_d(double complex z) { Dcomplex w = {creal(z), cimag(z)}; return w; }
static Fcomplex to_f(double complex z) { Fcomplex w = {(float)creal(z), (float)cimag(z)}; return w; }

#define REAL(name)                                                     \
    double our_##name(Dcomplex z) { return name(of_d(z)); }            \
    double our_##name##l(Dcomplex z) { return name(of_d(z)); }         \
    float our_##name##f(Fcomplex z) { return (float)name(of_f(z)); }

#define COMPLEX(name)                                                  \
    Dcomplex our_##name(Dcomplex z) { return to_d(name(of_d(z))); }    \
    Dcomplex our_##name##l(Dcomplex z) { return to_d(name(of_d(z))); } \
    Fcomplex our_##name##f(Fcomplex z) { return to_f(name(of_f(z))); }

REAL(cabs)
REAL(carg)
REAL(cimag)
REAL(creal)
COMPLEX(cacos)
COMPLEX(cacosh)
COMPLEX(casin)
COMPLEX(casinh)
COMPLEX(catan)
COMPLEX(catanh)
COMPLEX(ccos)
COMPLEX(ccosh)
COMPLEX(cexp)
COMPLEX(clog)
COMPLEX(conj)
COMPLEX(csin)
COMPLEX(csinh)
COMPLEX(csqrt)
COMPLEX(ctan)
COMPLEX(ctanh)

Dcomplex our_cpow(Dcomplex a, Dcomplex b) { return to_d(cpow(of_d(a), of_d(b))); }
Dcomplex our_cpowl(Dcomplex a, Dcomplex b) { return to_d(cpow(of_d(a), of_d(b))); }
Fcomplex our_cpowf(Fcomplex a, Fcomplex b) { return to_f(cpow(of_f(a), of_f(b))); }
