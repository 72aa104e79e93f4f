"""Further photographs of sets that are already rendered: other cuts, with fog let in or the lamps in another colour.
usage: cuts.py [NAME …]   (reads the finished light and depth of the source in $WORK)"""
import sys
from post import *


def mist(lights, top=.45, density=2.3, ambient=(.006, .004, .010), seed=(3, 1, 2)):
    return dict(lights=[dict(pos=p, color=c, power=w, r2=.12) for p, c, w in lights], ambient=ambient, top=top, density=density, scale=1.0, seed=seed, far=18)
def lamps(row, color, power, **k): return mist([(p, color, power) for p in row], **k)


def turn(*pairs):
    """the matrix that takes each first colour to its second"""
    return (np.array([q for _, q in pairs], float).T @ np.linalg.inv(np.array([p for p, _ in pairs], float).T)).tolist()


AMBER, PURPLE, RED = (1, .5, .16), (.36, .10, 1.0), (1, .12, .10)
SWAP = {"blue": ((.05, .15, .35), (.15, .45, .35), (.85, .35, .10)), "sea": turn((AMBER, AMBER), (RED, RED), (PURPLE, (.04, .45, .62)))}
ROSY, HONEY, LILAC = (1, .16, .34), (1, .55, .24), (.62, .22, 1.0)
# name: source, cut (left, top, right, bottom), then fog, swap, flip, ev, size
CUTS = {
    "gallery/smoke-entry-6": dict(job="gallery__candle-path-5", cut=(.06, .10, .94, .98), ev=1.05, fog=mist([((-1.4, 3.4, .5), HONEY, .16), ((1.4, 3.4, .5), HONEY, .16), ((0, 6.2, 1.6), LILAC, 1.0), ((0, 4.4, .6), LILAC, .35), ((0, 2.0, .2), LILAC, .22)], .62, 2.2, seed=(2, 2, 6))),
    "gallery/smoke-entry-8": dict(job="gallery__candle-path-1", cut=(.05, .05, .95, .95), ev=.95, fog=mist([((s * .6, y, .2), HONEY, .075) for s in (-1, 1) for y in (2.2, 4.0, 5.8)] + [((0, 7.4, 1.2), (.8, .4, .9), .7)], .42, 1.9, seed=(4, 6, 2))),
}

PHOTO, WIDE = (1600, 1067), (1920, 900)
CUTS.update({
    "gallery/smoke-entry-7": dict(job="addons__fog-entry", cut=(0, .20, 1, .867), flip=True),
    "banners/banner-3": dict(job="gallery__smoke-entry-4", cut=(0, .24, 1, .943), size=WIDE),
    "about/about-1": dict(job="gallery__decoration-1", cut=(.14, .10, .86, .82), flip=True),
    "about/about-2": dict(job="gallery__candle-path-5", cut=(.04, .24, .72, .92)),
})


def make(name):
    c = CUTS[name]
    if not {"fog", "swap", "ev"} & set(c):  # nothing but another cut: the finished picture is enough
        im = Image.open(os.path.join(OUT, c["job"].replace("__", "/") + ".webp")).convert("RGB"); W, H = im.size; x0, y0, x1, y1 = c["cut"]; im = im.resize(c.get("size", PHOTO), Image.LANCZOS, box=(x0 * W, y0 * H, x1 * W, y1 * H))
        return keep(name, im.transpose(Image.FLIP_LEFT_RIGHT) if c.get("flip") else im)
    m = json.load(open(f"{WORK}/{c['job']}.json")); d = np.load(f"{WORK}/{c['job']}.npz"); img, z = d["img"].astype(np.float32), d["z"]
    if c.get("swap"):
        k = np.array(SWAP[c["swap"]], np.float32); img = np.ascontiguousarray(np.maximum(img @ k.T, 0)); m["splats"] = [[*s[:4], *np.maximum(k @ np.array(s[4:7]), 0).tolist(), s[7]] for s in m["splats"]]
    if "fog" in c: m["fog"] = c["fog"]
    m["ev"] = c.get("ev", m["ev"]); m["vig"] = .15; o = finish(m, img, z, fogscale=.35); H, W, _ = o.shape; x0, y0, x1, y1 = c["cut"]; o = o[int(y0 * H):int(y1 * H), int(x0 * W):int(x1 * W)]
    if c.get("flip"): o = o[:, ::-1]
    keep(name, to_img(o, c.get("size", PHOTO)))


def keep(name, im):
    p = os.path.join(OUT, name + ".webp"); im.save(p, "WEBP", quality=80, method=4); print(name, os.path.getsize(p) // 1024, "kB", flush=True)


if __name__ == "__main__":
    if "--sources" in sys.argv: print("\n".join(dict.fromkeys(c["job"].replace("__", "/") for c in CUTS.values())))
    else:
        for n in sys.argv[1:] or CUTS: make(n)
