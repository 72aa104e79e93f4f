"""Moving pictures from finished stills.  usage: clips.py candle-path|smoke-entry|showcase …
Every motion is a sum of whole periods (fog crosses over from its end to its start), so the last frame meets the first."""
import os, subprocess, sys
from post import *

FPS, SIZE = 24, (1280, 720)
CLIPS = {  # still, frames, sway in metres, top edge of the 16:9 crop (0 to 1)
    "candle-path": ("gallery__candle-path-1", 100, .035, .72),
    "smoke-entry": ("gallery__smoke-entry-3", 100, .030, .60),
}
SHOWCASE = ("aurora-1", "celeste-3", "velvet-4")


def encode(name, frames):
    """writes the clip, coarser until it is light enough, and its first frame as the poster"""
    d = os.path.join(OUT, "clips"); os.makedirs(d, exist_ok=True); mp4 = os.path.join(d, name + ".mp4"); raw = os.path.join(WORK, name + ".rgb")
    with open(raw, "wb") as f:
        for i, im in enumerate(frames):
            if i == 0: im.save(os.path.join(d, name + ".webp"), "WEBP", quality=80, method=6)
            f.write(im.tobytes())
    for crf in range(23, 36, 2):
        subprocess.check_call(["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % SIZE, "-r", str(FPS), "-i", raw, "-an", "-c:v", "libx264", "-preset", "medium", "-crf", str(crf), "-pix_fmt", "yuv420p", "-movflags", "+faststart", mp4])
        if os.path.getsize(mp4) < 1.15e6: break
    os.remove(raw); print("clips/" + name, os.path.getsize(mp4) // 1024, "kB")


def waver(r, t):
    """an unsteady flame over one loop, t from 0 to 1"""
    return .16 * np.sin(2 * np.pi * (r[0] * t + r[1])) + .11 * np.sin(2 * np.pi * (r[2] * t + r[3])) + .06 * np.sin(2 * np.pi * (r[4] * t + r[5]))
def wavers(n, seed=3):
    r = np.random.RandomState(seed); return [(r.randint(2, 5), r.rand(), r.randint(6, 10), r.rand(), r.randint(12, 17), r.rand()) for _ in range(n)]


def world_points(cam, z, q=4):
    H, W = z.shape; yy, xx = np.mgrid[0:H:q, 0:W:q]; u = (2 * (xx + .5) / W - 1) * cam[12]; v = (1 - 2 * (yy + .5) / H) * cam[13]; p, r, up, f = (np.array(cam[i:i + 3]) for i in (0, 3, 6, 9))
    return p + (f + u[..., None] * r + v[..., None] * up) * z[::q, ::q, None]
def unproject(cam, W, H, x, y, d):
    p, r, up, f = (np.array(cam[i:i + 3]) for i in (0, 3, 6, 9)); return p + (f + (2 * x / W - 1) * cam[12] * r + (1 - 2 * y / H) * cam[13] * up) * d


def sparks(m, W, H, t):
    """spark fountains as thrown points with short tails; four lives a loop"""
    cam = m["cam"]; p, r, up, f = (np.array(cam[i:i + 3]) for i in (0, 3, 6, 9)); out = []; secs = m["secs"]
    for k, (x, y, z, h, n) in enumerate(m["fountains"]):
        rnd = np.random.RandomState(40 + k); ph = rnd.rand(n); a = rnd.rand(n) * 2 * np.pi; q = np.sqrt(rnd.rand(n)) * .34; e = rnd.uniform(.4, 1.3, n); v0 = np.sqrt(2 * 9.8 * h) * rnd.uniform(.78, 1.03, n)
        for tail in (0, .012, .024):
            life = (4 * t + ph) % 1 * secs / 4 - tail; P = np.stack([x + q * np.cos(a) * life, y + q * np.sin(a) * life, z + .1 + v0 * life - 4.9 * life ** 2], -1) - p; d = P @ f
            sx = (P @ r / d / cam[12] + 1) * W / 2; sy = (1 - P @ up / d / cam[13]) * H / 2; on = (life > 0) & (P[:, 2] + p[2] > .05); en = e * np.clip(1.25 - life, 0, 1) * (1 - tail * 25) * 30 * (W / 1200) ** 2 * .55
            out += [[sx[i], sy[i], d[i], 1.0 * W / 1200, en[i], en[i] * .62, en[i] * .26, 1] for i in range(n) if on[i]]
    return out


def fit(m, img, z):
    """the set at the width of the clip: every frame is finished anew, and wider ones only take longer"""
    k = SIZE[0] / z.shape[1]; size = (SIZE[0], round(z.shape[0] * k))
    if k >= 1: return img, z
    for s in m["splats"]: s[0] *= k; s[1] *= k; s[3] *= k; s[4] *= k * k; s[5] *= k * k; s[6] *= k * k
    return np.stack([np.asarray(Image.fromarray(f32(img[..., i])).resize(size, Image.BOX)) for i in range(3)], -1), np.asarray(Image.fromarray(f32(z)).resize(size, Image.NEAREST))


def moving(name):
    job, n, sway, crop = CLIPS[name]; m = json.load(open(f"{WORK}/{job}.json")); d = np.load(f"{WORK}/{job}.npz"); img, z = fit(m, d["img"], d["z"]); H, W = z.shape; m["secs"] = n / FPS
    h = W * SIZE[1] // SIZE[0]; top = int((H - h) * crop); cam = list(m["cam"]); right = np.array(cam[3:6]); fx = W / 2 / cam[12]; z0 = float(np.median(z))
    soft = [s for s in m["splats"] if s[7] == 1 and s[3] > 3]; rest = [s for s in m["splats"] if not (s[7] == 1 and s[3] > 3)]
    # each flame belongs to one of eight unsteady groups; its reach in the room decides how much a pixel wavers with it
    K = 8; wv = wavers(K); pts = world_points(cam, z); reach = np.zeros((K, *pts.shape[:2]), np.float32); lights = [unproject(cam, W, H, s[0], s[1], s[2]) for s in soft[::2]]
    if m.get("fountains"): lights = [np.array((x, y, z_ + hh * .5)) for x, y, z_, hh, _ in m["fountains"]] * 2
    for i, p in enumerate(lights): reach[i % K] += 1 / (.12 + ((pts - p) ** 2).sum(-1))
    reach /= reach.sum(0) + 1.2
    yy, xx = np.mgrid[0:H, 0:W].astype(np.float32); lim = f32(ni.minimum_filter(z, 5)); par = fx * (1 / np.maximum(lim, .4) - 1 / z0)
    tw = wavers(len(rest), 9); fl = wavers(len(soft) // 2 + 1, 5)
    for i in range(n):
        t = i / n; dx = sway * math_sin(t); X = xx + par * dx
        warp = lambda a: ni.map_coordinates(a, [yy, X], order=1, mode="nearest")
        zz = warp(z); field = sum(reach[k] * waver(wv[k], t) for k in range(K)); field = np.asarray(Image.fromarray(f32(field)).resize((W, H), Image.BICUBIC))
        fr = np.stack([warp(img[..., k]) for k in range(3)], -1) * (1 + 1.3 * warp(field))[..., None]; mm = dict(m); c2 = list(cam); c2[0:3] = (np.array(cam[:3]) + right * dx).tolist(); mm["cam"] = c2
        for fg in ([m["fog"]] if isinstance(m["fog"], dict) else m["fog"] or []):
            fg = dict(fg); fg["lights"] = [dict(l, power=l["power"] * (1 + .6 * waver(wv[k % K], t))) for k, l in enumerate(fg["lights"])]
            for part, w in ((t, 1 - t), (t - 1, t)):
                s = part * m["secs"]; one = fog_layer(mm, zz, fg, (s * 1.1, s * .7, -s * .45), steps=26, scale=.3); both = tuple(w * a for a in one) if part == t else tuple(b + w * a for a, b in zip(one, both))
            fr = fr * both[1] + both[0]
        sp = [[s[0] - fx * dx * (1 / s[2] - 1 / z0), *s[1:4], *(c * (1 + 1.5 * waver(fl[k // 2], t)) for c in s[4:7]), s[7]] for k, s in enumerate(soft)]
        sp += sparks(mm, W, H, t) if m.get("fountains") else [[s[0] - fx * dx * (1 / s[2] - 1 / z0), *s[1:4], *(c * (1 + waver(tw[k], t)) for c in s[4:7]), s[7]] for k, s in enumerate(rest)]
        o = grade(splats(fr, zz, sp), m)[top:top + h]; yield to_img(o, SIZE, grain=0)


def math_sin(t): return float(np.sin(2 * np.pi * t))


def showcase(n=144):
    """three rooms, each with a slow push of the camera, one melting into the next"""
    ims = [Image.open(os.path.join(OUT, "screens", k + ".webp")).convert("RGB") for k in SHOWCASE]; K = len(ims); seg = 1 / K; fade = .11
    def view(k, u):  # u from -fade to 1 + fade along its turn
        im = ims[k]; W, H = im.size; s = (1.0 - .10 * u if k % 2 == 0 else .88 + .10 * u); w = W * .94 * s; h = w * 9 / 16; cx = W / 2 + (k - 1) * .02 * W * (u - .5); cy = H * .54 + .012 * H * (u - .5)
        return np.asarray(im.resize(SIZE, Image.BICUBIC, box=(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)), np.float32)
    for i in range(n):
        t = (i / n + seg / 2) % 1; acc = 0; tot = 0
        for k in range(K):
            for turn in (-1, 0, 1):
                u = (t + turn - k * seg) / seg; e = min((u + fade * K / 2) / (fade * K), (1 + fade * K / 2 - u) / (fade * K))
                if e <= 0: continue
                w = min(1, e); w = w * w * (3 - 2 * w); acc = acc + w * view(k, u); tot += w
        yield Image.fromarray((acc / tot).clip(0, 255).astype(np.uint8))


if __name__ == "__main__":
    wanted = [a for a in sys.argv[1:] if a != "--sources"] or [*CLIPS, "showcase"]
    if "--sources" in sys.argv: print("\n".join(CLIPS[n][0].replace("__", "/") for n in wanted if n in CLIPS)); sys.exit()
    for name in wanted: encode(name, showcase() if name == "showcase" else moving(name))
