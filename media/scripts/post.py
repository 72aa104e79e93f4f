"""Denoise, fog, glow, bokeh, tone-map and save one rendered job.  usage: post.py JOB...   (reads $WORK/JOB.json)"""
import ctypes, json, os, re, struct, subprocess, sys
import numpy as np
from PIL import Image
from scipy import ndimage as ni
HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.environ.get("WORK", ".render")
OUT = os.environ.get("OUT_DIR", os.path.join(os.path.dirname(os.path.dirname(HERE)), "public", "media"))
SO = os.path.join(WORK, "fast.so")
if not os.path.exists(SO) or os.path.getmtime(SO) < os.path.getmtime(os.path.join(HERE, "fast.c")):
    subprocess.check_call(["gcc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o", SO, os.path.join(HERE, "fast.c"), "-lpthread", "-lm"])
L = ctypes.CDLL(SO)
F = ctypes.c_float
def ptr(a):
    return a.ctypes.data_as(ctypes.POINTER(F))
def f32(a):
    return np.ascontiguousarray(a, dtype=np.float32)

def read_exr(path):
    b = open(path, "rb").read(); p = 8; at = {}
    while b[p] != 0:
        e = b.index(b"\0", p); n = b[p:e].decode(); p = e + 1
        e = b.index(b"\0", p); t = b[p:e].decode(); p = e + 1
        s, = struct.unpack_from("<i", b, p); p += 4; at[n] = (t, b[p:p + s]); p += s
    p += 1
    ch = []; c = at["channels"][1]; q = 0
    while c[q] != 0:
        e = c.index(b"\0", q); nm = c[q:e].decode(); pt, = struct.unpack_from("<i", c, e + 1); q = e + 17; ch.append((nm, pt))
    x0, y0, x1, y1 = struct.unpack("<4i", at["dataWindow"][1]); W, H = x1 - x0 + 1, y1 - y0 + 1
    assert at["compression"][1][0] == 0 and all(t == 2 for _, t in ch)
    off = struct.unpack_from("<%dQ" % H, b, p)
    a = np.empty((H, len(ch), W), np.float32)
    for i in range(H):
        a[i] = np.frombuffer(b, "<f4", len(ch) * W, off[i] + 8).reshape(len(ch), W)
    return {n: a[:, i, :] for i, (n, _) in enumerate(ch)}
def pas(d, name, comps="RGB"):
    r = []
    for c in comps:
        for k in d:
            if k.endswith("." + name + "." + c):
                r.append(d[k]); break
    return np.stack(r, -1) if r else None

def despike(c):
    l = c.max(-1); fp = np.ones((3, 3), bool); fp[1, 1] = 0
    m = ni.percentile_filter(l, 75, footprint=fp, mode="nearest") if False else np.sort(np.stack([np.roll(np.roll(l, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j], 0), 0)[5]
    k = np.minimum(1, (m * 1.6 + 0.01) / np.maximum(l, 1e-6)); return c * k[..., None]

def denoise(A, B, fa, fb, R=9, P=2, kc=0.5, kf=0.6):
    """A,B: half buffers HxWx3, fa,fb: features HxWxN"""
    H, W, _ = A.shape
    A = despike(A); B = despike(B)
    c = f32((A + B) / 2); v = (A - B) ** 2 / 4
    v = f32(np.stack([ni.uniform_filter(v[..., k], 7) for k in range(3)], -1) + 1e-9)
    f = (fa + fb) / 2; vf = (fa - fb) ** 2 / 4
    vf = f32(np.stack([ni.uniform_filter(vf[..., k], 5) for k in range(f.shape[-1])], -1)); nf = f.shape[-1]
    f = f32(f)
    o = np.empty_like(c)
    L.nlm(ptr(c), ptr(v), ptr(f), ptr(vf), ptr(o), W, H, nf, R, P, F(kc), F(kf))
    # second, wide but careful pass on what is left
    v2 = f32(v * 0.06); o2 = np.empty_like(o); v3 = np.empty_like(v2)
    ff = f32(f[..., :6])
    for st, ks in ((1, 2.0), (2, 2.0), (4, 1.5)):
        L.atrous(ptr(o), ptr(v2), ptr(ff), ptr(o2), ptr(v3), W, H, ff.shape[-1], st, F(ks), F(60.0))
        o, o2 = o2, o; v2, v3 = v3, v2
    return o

def features(d):
    alb = pas(d, "Denoising Albedo"); nrm = pas(d, "Denoising Normal", "XYZ"); z = pas(d, "Denoising Depth", "Z")[..., 0]
    zz = np.where(z <= 0, 200, np.minimum(z, 200)); zf = np.log(zz + 0.5)
    return np.concatenate([alb, nrm * 0.5, zf[..., None] * 0.7], -1), zz

def load(job, group=None):
    m = json.load(open(f"{WORK}/{job}.json"))
    d1 = read_exr(f"{WORK}/{job}_a.exr"); d2 = read_exr(f"{WORK}/{job}_b.exr")
    fa, za = features(d1); fb, zb = features(d2)
    z = ni.median_filter(np.minimum(za, zb), 3); H, W = z.shape; yy, xx = np.mgrid[0:H, 0:W]; tx, ty = m["cam"][12:14]
    z = z / np.sqrt(1 + ((2 * (xx + .5) / W - 1) * tx) ** 2 + ((1 - 2 * (yy + .5) / H) * ty) ** 2)  # ray length to camera depth
    if group:
        return m, [denoise(pas(d1, "Combined_" + g), pas(d2, "Combined_" + g), fa, fb) for g in group], z
    e1, e2 = pas(d1, "Emit"), pas(d2, "Emit")
    if e1 is None or not os.path.exists(f"{WORK}/{job}_g.exr"): return m, denoise(pas(d1, "Combined"), pas(d2, "Combined"), fa, fb), z
    return sharpen_by_guide(m, job, denoise(pas(d1, "Combined") - e1, pas(d2, "Combined") - e2, fa, fb), (fa + fb) / 2)

def sharpen_by_guide(m, job, light, f):
    """carries the light of a small render to the size of its guide, edge by edge; surface colour and glow come from the guide"""
    d = read_exr(f"{WORK}/{job}_g.exr"); g, z = features(d); glow = pas(d, "Emit"); glow = glow * np.minimum(1, 5 / np.maximum(glow.max(-1, keepdims=True), 1e-6)); glow = np.stack([ni.gaussian_filter(glow[..., i], .9) for i in range(3)], -1); H, W, _ = g.shape; h, w, _ = light.shape; k = W / w; eps = .03
    irr = f32(light / (f[..., :3] + eps)); o = np.empty((H, W, 3), np.float32); wt = np.array([1.6, 1.6, 1.6, 1, 1, 1, 2.5], np.float32); a, b = f32(f * wt), f32(g * wt)
    L.upsample(ptr(irr), ptr(a), ptr(b), ptr(o), w, h, W, H, a.shape[-1], F(14.0))
    for s in m["splats"] if not m.get("guided") else []: s[0] *= k; s[1] *= k; s[3] *= k; s[4] *= k * k; s[5] *= k * k; s[6] *= k * k
    yy, xx = np.mgrid[0:H, 0:W]; tx, ty = m["cam"][12:14]; z = ni.median_filter(z, 3)
    z = z / np.sqrt(1 + ((2 * (xx + .5) / W - 1) * tx) ** 2 + ((1 - 2 * (yy + .5) / H) * ty) ** 2)
    m["guided"] = True; json.dump(m, open(f"{WORK}/{job}.json", "w"))
    return m, f32(o * (g[..., :3] + eps) + glow), z

_noise = None
def noise3(N=32):
    global _noise
    if _noise is None:
        r = np.random.RandomState(5); n = r.rand(N, N, N).astype(np.float32); n = ni.gaussian_filter(n, 0.6, mode="wrap")
        n = (n - n.min()) / (n.max() - n.min()); _noise = f32(np.clip((n - 0.5) * 1.15 + 0.5, 0, 1))
    return _noise
def fog_layer(m, z, fg, shift=(0, 0, 0), steps=40, scale=0.5):
    """returns (light, transmittance) at full size"""
    H, W = z.shape; h, w = int(H * scale), int(W * scale)
    zs = f32(ni.zoom(z, (h / H, w / W), order=0)); h, w = zs.shape
    lights = f32(np.array([[*l["pos"], *(np.array(l["color"]) * l["power"]), l.get("r2", 0.08)] for l in fg.get("lights", [])] or [[0] * 7]))
    amb = fg.get("ambient", (0.02, 0.015, 0.03)); bx = fg.get("box", (-50, 50, -50, 50))
    par = f32(np.array([fg.get("top", 0.5), fg.get("density", 2.0), fg.get("scale", 1.0), *[s for s in shift], *amb, *bx, fg.get("far", 30), fg.get("warp", 5.0)]))
    par[3:6] += f32(np.array(fg.get("seed", (0, 0, 0))))
    o = np.zeros((h, w, 4), np.float32); n = noise3()
    cam = f32(np.array(m["cam"]))
    L.fog(ptr(zs), w, h, ptr(cam), ptr(n), n.shape[0], ptr(lights), len(fg.get("lights", [])), ptr(par), steps, ptr(o))
    o = np.stack([ni.gaussian_filter(o[..., k], 1.2) for k in range(4)], -1)
    o = np.stack([np.asarray(Image.fromarray(o[..., k]).resize((W, H), Image.BICUBIC)) for k in range(4)], -1)
    return np.maximum(o[..., :3], 0), np.clip(o[..., 3:], 0, 1)
def splats(img, z, sp):
    if not sp: return img
    s = f32(np.array(sp)); img = f32(img); L.splat(ptr(img), ptr(f32(z)), img.shape[1], img.shape[0], ptr(s), len(s)); return img
def bloom(img, amt=0.1, thr=0.0):
    H, W, _ = img.shape; q = 4; s = np.maximum(img - thr, 0); s = np.minimum(s, 30)
    h, w = H // q, W // q
    s = np.stack([np.asarray(Image.fromarray(f32(s[..., k])).resize((w, h), Image.BOX)) for k in range(3)], -1)
    acc = 0; W0 = 0
    for sg, k in ((0.006, .45), (0.018, .3), (0.05, .17), (0.13, .08)):
        acc = acc + k * np.stack([ni.gaussian_filter(s[..., c], sg * w, mode="constant") for c in range(3)], -1); W0 += k
    acc = np.stack([np.asarray(Image.fromarray(f32(acc[..., k])).resize((W, H), Image.BICUBIC)) for k in range(3)], -1)
    return img * (1 - amt * 0.35) + acc * amt
def tonemap(x):
    # filmic shoulder keeping hue fairly well
    x = np.maximum(x, 0)
    M = np.array([[0.88, 0.09, 0.03], [0.06, 0.90, 0.04], [0.05, 0.12, 0.83]]); x = x @ M.T.astype(np.float32)
    a, b, c, d, e = 2.51, 0.03, 2.43, 0.59, 0.14; x = x * 0.72
    return np.clip((x * (a * x + b)) / (x * (c * x + d) + e), 0, 1)
def grade(img, m, seed=0):
    ev = m.get("ev", 0.0); img = img * np.float32(2.0 ** ev)
    img = bloom(img, m.get("bloom", 0.22))
    H, W, _ = img.shape; yy, xx = np.mgrid[0:H, 0:W]; r2 = ((xx - W / 2) / (W / 2)) ** 2 + ((yy - H / 2) / (H / 2)) ** 2
    img = img * (1 - m.get("vig", 0.22) * np.clip(r2 / 2, 0, 1))[..., None].astype(np.float32)
    lift = np.array(m.get("lift", (0.0042, 0.0018, 0.0055)), np.float32); img = img + lift
    o = tonemap(img); o = np.clip(o, 0, 1) ** (1 / 2.2)
    l = o.mean(-1, keepdims=True); sat = m.get("sat", 1.08); o = l + (o - l) * sat
    c = m.get("contrast", 0.12); o = o + c * (o - 0.42) * o * (1 - o) * 2.2
    return np.clip(o, 0, 1)
def finish(m, img, z, shift=(0, 0, 0), fogscale=0.5):
    if m.get("fog"):
        for fg in (m["fog"] if isinstance(m["fog"], list) else [m["fog"]]):
            l, t = fog_layer(m, z, fg, shift, scale=fogscale); img = img * t + l
            # lights sink into the fog a little
    img = splats(img, z, m.get("splats"))
    return grade(img, m)
def to_img(o, size, sharpen=0.35, grain=0.006):
    im = Image.fromarray((o * 255 + np.random.RandomState(1).rand(*o.shape) - 0.5).clip(0, 255).astype(np.uint8))
    if im.size != tuple(size): im = im.resize(tuple(size), Image.LANCZOS)
    a = np.asarray(im).astype(np.float32)
    if sharpen: 
        bl = np.stack([ni.gaussian_filter(a[..., k], 1.3) for k in range(3)], -1); a = a + sharpen * np.clip(a - bl, -18, 18)
    if grain: a = a + np.random.RandomState(2).randn(*a.shape[:2])[..., None] * 255 * grain
    return Image.fromarray(a.clip(0, 255).astype(np.uint8))
def main(jobs):
    for job in jobs:
        m, img, z = load(job)
        np.savez(f"{WORK}/{job}.npz", img=img.astype(np.float32), z=z.astype(np.float32))
        save(job, m, img, z)
def save(job, m=None, img=None, z=None):
    if m is None:
        m = json.load(open(f"{WORK}/{job}.json")); d = np.load(f"{WORK}/{job}.npz"); img, z = d["img"], d["z"]
    o = finish(m, img, z); im = to_img(o, m["size"])
    im.save(f"{WORK}/{job}.png")
    if m.get("out") and not os.environ.get("PREVIEW"):
        p = os.path.join(OUT, m["out"]); os.makedirs(os.path.dirname(p), exist_ok=True); im.save(p, "WEBP", quality=m.get("q", 80), method=6)
        print(m["out"], os.path.getsize(p) // 1024, "kB")
        for out, size, (x0, y0, x1, y1) in m.get("also", []):  # other cuts of the same picture
            H, W, _ = o.shape; p = os.path.join(OUT, out); os.makedirs(os.path.dirname(p), exist_ok=True); to_img(o[int(y0 * H):int(y1 * H), int(x0 * W):int(x1 * W)], size).save(p, "WEBP", quality=m.get("q", 80), method=6); print(out, os.path.getsize(p) // 1024, "kB")
if __name__ == "__main__":
    a = sys.argv[1:]
    if a and a[0] == "--again":
        for j in a[1:]: save(j)
    else: main(a)
