"""Occasions (rooms dressed for the day, 1600 x 1067) and services (1000 x 1000)."""
from scenes import *
from props import *

def occasion(name): return scene("occasions/" + name, spp=quality(40, 14), rscale=quality(.75, .29), guide=quality(None, 1600))
def service(name): return scene("services/" + name, SQ, spp=quality(32, 14), rscale=quality(.74, .32), guide=quality(None, 1000))

# ---------- the rooms with nothing in them but light, so that each occasion can put its own things there
def setting(k, lightk=1.0, kind=None, strength=1.4, fill=24, fy=None):
    p = ROOMS[k]; D, W = p["D"], p["W"]; room(p["style"], W, D, 3.0, p["led1"], p["led2"], p["floor"], pad=p.get("pad", (.1, .02, .06)), wood=p["wood"], cove=70, starn=330)
    front(D, W, 3.0, kind or p["kind"], 3.32, strength, p["led1"], p["led2"], curtain=p["curtain"], lightk=lightk); warm = tuple(.5 + .5 * c for c in p["led2"])
    for y in (fy or (D - 2.6, D - 4.6)): area((0, y, 2.66), (0, y, 0), (3.4, .7), warm, fill, spread=130)
    return p, D, W, fabric(p["fab"]), [fabric(c, "soft") for c in p["pil"]]
def to_screen(D, x=.5, back=5.0, z=1.30, tx=0.0, tz=1.02, lens=27, focus=None, f=4.0): camera((x, D - back, z), (tx, D, tz), lens, f=f, focus=focus or (0, D - back + 1.6, .6)); S["meta"].update(ev=.95, bloom=.26)
def to_sofa(D, y, x=-1.5, z=1.15, d=2.9, tx=.1, tz=.55, lens=28, focus=None, f=4.0): camera((x, y + d, z), (tx, y, tz), lens, f=f, focus=focus or (tx, y + .9, .5)); S["meta"].update(ev=1.05, bloom=.26)
def back_wall(y, W, color=(1, .62, .28), k=.2): curtain_lights(-W / 2 + .5, W / 2 - .5, y, .5, 2.6, 34, 16, color=color, inten=k)
def mini_cake(c, r=.11, h=.10, body=(.84, .76, .68), dr=None, tops=True, flames=5):
    link(lathe([(.0001, 0), (r * 1.35, 0), (r * 1.37, .006), (r * 1.35, .010), (.0001, .010)], 56), M("gold"), c); z = c[2] + .010; cr = cream(body); cake((c[0], c[1], z), r, h, cr, 56)
    if dr: drip(c, r, 0.010 + h, dr, 12, (.015, .05), seed=4)
    if tops: ring(9, r - .022, z + h + .002, lambda p, a: swirl(p, .019, cr), c=(c[0], c[1])); ring(26, r + .004, z, lambda p, a: kiss(p, .011, cr), c=(c[0], c[1]))
    for i in range(flames): a = 2 * pi * i / max(1, flames); p = (c[0] + r * .42 * cos(a), c[1] + r * .42 * sin(a), z + h); cyl(p, .0032, .055, mat("bdc%d" % (i % 2), ((.9, .2, .35), (.95, .75, .35))[i % 2], .4), .001, 10); flame((p[0], p[1], p[2] + .058), .62, .9)
    if flames: point((c[0], c[1], z + h + .10), (1, .5, .18), 1.6, .05)
def popcorn_mesh(v=0):
    def f():
        rr = np.random.RandomState(v + 20); bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=3, radius=1); C = rr.randn(6, 3); C /= np.linalg.norm(C, axis=1)[:, None]
        for x in bm.verts: n = np.array(x.co); d = C @ n; x.co *= .55 + .55 * max(0, d.max()) ** 3 + .03 * sin(17 * n[0] + 3 * v)
        me = bpy.data.meshes.new("pop"); bm.to_mesh(me); bm.free(); me.polygons.foreach_set("use_smooth", [True] * len(me.polygons)); return me
    return cached(("pop", v), f)
def popcorn(n, fn, s=(.011, .016)):
    ms = [mat("pc0", (.90, .80, .56), .7, noise=(40, (.80, .52, .16), .22)), mat("pc1", (.92, .86, .70), .7), mat("pc2", (.86, .66, .30), .65)]
    for _ in range(n): link(popcorn_mesh(R.randrange(6)), R.choice(ms), fn(), (R.uniform(0, 6), R.uniform(0, 6), R.uniform(0, 6)), R.uniform(*s))
def bucket(c, r=.085, h=.19, col=(.52, .012, .03), n=14):
    rb, rt = r * .74, r; 
    for k, m in enumerate((mat("bk0", col, .45), mat("bk1", (.82, .77, .70), .45))):
        v, F = [], []
        for i in range(k, 2 * n, 2):
            for s in range(4):
                a0, a1 = pi * (i + s / 4) / n, pi * (i + (s + 1) / 4) / n; b = len(v); v += [(rb * cos(a0), rb * sin(a0), 0), (rb * cos(a1), rb * sin(a1), 0), (rt * cos(a1), rt * sin(a1), h), (rt * cos(a0), rt * sin(a0), h)]; F.append([b, b + 1, b + 2, b + 3])
        link(mk("bucket", v, F), m, c)
    tube([(c[0] + rt * cos(t), c[1] + rt * sin(t), c[2] + h) for t in np.linspace(0, 2 * pi, 40)[:-1]], .003, mat("bk1", (.82, .77, .70), .45), 6, closed=True)
    def top():
        q = rt * .93 * math.sqrt(R.random()); t = R.uniform(0, 6.3); return (c[0] + q * cos(t), c[1] + q * sin(t), c[2] + h - .004 + (1 - (q / rt) ** 2) * .045 * R.random() ** .5)
    popcorn(190, top, (r * .15, r * .21))
def glasses(ps, z, h=.22):
    for x, y in ps: flute((x, y, z), h=h)

# ================= occasions
@occasion("birthday")
def birthday():
    p, D, W, fab, pm = setting("nebula", kind="aurora", strength=.9); ms = [balm((1, .62, .25), "pearl"), balm((.90, .10, .45), "pearl"), balm((.30, .12, .85), "pearl"), balm((.10, .30, .85), "pearl"), balm((.95, .62, .70), "pearl")]
    balloon_arch([(-2.55, D - .9, .1), (-2.5, D - .85, 1.4), (-2.2, D - .8, 2.4), (-1.2, D - .75, 2.68), (.6, D - .75, 2.62)], ms, 120, (.09, .21), .20)
    for i in range(9): balloon((1.75 + .55 * (i % 3) - .3, D - 1.2 - .25 * (i // 3), 1.50 + .20 * ((i * 2) % 3) + .27 * (i // 3)), .17, ms[i % 5], (0, 0, i), string=1.2)
    for i in range(18): balloon((R.uniform(-2.5, 2.5), D - R.uniform(1.0, 2.4), .13), R.uniform(.11, .15), R.choice(ms))
    gift((1.35, D - 1.35, 0), (.34, .34, .30), mat("g1", (.20, .04, .50), .3, coat=.4), "gold", .3); gift((1.80, D - 1.5, 0), (.26, .26, .22), mat("g2", (.70, .04, .25), .3, coat=.4), "silver", .7); gift((1.42, D - 1.35, .30), (.20, .20, .16), mat("g3", (.85, .55, .20), .3, .5), "rosegold", .9)
    y = D - 3.15; table((.15, y, 0), .50, .62, "marble"); mini_cake((.15, y, .62), .135, .13, (.86, .60, .64), choc(), flames=7); bucket((-.22, y + .05, .62), .07, .15); tumbler((.42, y - .18, .62), (1., .35, .10), garnish=(1, .55, .1)); tumbler((-.05, y - .27, .62), (.90, .08, .30), garnish=(.6, .8, .1))
    confetti_bits(420, lambda: (R.uniform(-2.4, 2.4), D - R.uniform(1, 4.2), .006, (R.uniform(-.2, .2), R.uniform(-.2, .2), R.uniform(0, 6))), confmats(), (.03, .05)); confetti_bits(60, lambda: (.15 + R.uniform(-.45, .45), y + R.uniform(-.42, .3), .624, (R.uniform(-.2, .2), 0, R.uniform(0, 6))), confmats(), (.015, .025))
    area((-.9, D - 4.6, 1.9), (.15, y, .65), (.5, .5), (1, .78, .6), 16); to_screen(D, .25, 4.75, 1.18, .05, 1.0, 26, (.15, y, .7))
@occasion("anniversary")
def anniversary():
    p, D, W, fab, pm = setting("velvet", fy=(D_ := 5.2, 3.2)); y = D - 4.5; sofa((0, y, 0), pi, 3, fab, pm); ty = y + 1.45; table((.05, ty, 0), .56, .44, "marble"); z = .44; red = rosem((.52, .008, .028))
    heart_roses((.05, ty, z), .27, 42, .042, red); heart_roses((.05, ty, z), .185, 28, .036, red); [candle((.05 + a, ty + b, z), .026, h, power=.5) for a, b, h in ((0, .02, .13), (-.06, -.03, .09), (.06, -.02, .07))]; glasses(((-.36, ty + .12), (-.42, ty - .02)), z); tealight((.40, ty - .2, z), .1); tealight((.47, ty + .05, z), .1); tealight((-.30, ty - .28, z), .1)
    balloon_arch([(-1.75, y - .55, .2), (-1.7, y - .6, 1.5), (-.9, y - .62, 2.15), (0, y - .62, 2.30), (.9, y - .62, 2.15), (1.7, y - .6, 1.5), (1.75, y - .55, .2)], [balm((.60, .012, .05), "pearl"), balm((1, .62, .25), "pearl"), balm((.80, .34, .34), "pearl"), balm((.30, .006, .03), "pearl")], 170, (.08, .17), .17)
    for x in (-2.15, 2.15): vase((x, y + .35, .50), 1.3, flowers=14); cyl((x, y + .35, 0), .20, .50, "walnut", .01)
    petals(420, lambda: (R.gauss(0, 1.0), ty + R.gauss(0, .7)), (.025, .042)); [candle((x, yy, 0), .045, h, power=.9) for x, yy, h in ((-1.25, ty + .25, .22), (-1.40, ty + .05, .14), (1.25, ty + .1, .25), (1.42, ty + .32, .15), (1.10, ty - .35, .12))]; back_wall(.25, W)
    area((-1.0, y + 3.2, 2.0), (0, ty, .4), (.8, .6), (1, .76, .56), 26); to_sofa(D, y, -.35, 1.28, 3.45, .03, .78, 28, (.05, ty, .5))
@occasion("romantic-date")
def romantic_date():
    p, D, W, fab, pm = setting("aurora", fy=(4.3, 6.2), fill=16); y = D - 4.5; sofa((.1, y, 0), pi, 2, fab, pm, w1=.78); ty = y + 1.30; table((.1, ty, 0), .50, .46, "marble"); z = .46; [candle((.1 + a, ty + b, z), .030, h, power=.8) for a, b, h in ((.0, .05, .20), (-.09, .0, .14), (.08, -.04, .10))]; glasses(((-.22, ty - .12), (.36, ty - .16)), z, .23)
    vase((.40, ty + .16, z), .72, flowers=13); plate((-.24, ty + .16, z), .11); [ball((-.24 + a, ty + .16 + b, z + .022), .022, choc((.06, .02, .01), .2), 20) for a, b in ((0, 0), (.045, .01), (-.03, .035), (-.025, -.035), (.03, -.04))]; petals(60, lambda: (.1 + R.gauss(0, .22), ty + R.gauss(0, .2)), (.016, .026), z=z + .003)
    for i in range(22):
        a = pi * (i + .5) / 22; x, yy = .1 + 1.75 * cos(a), y + .55 + 1.55 * sin(a)
        if i % 2: candle((x, yy, 0), .05, R.uniform(.10, .28), power=.7)
        else: tealight((x, yy, 0), 0, glass=True, glowk=1.6)
    petals(360, lambda: (.1 + R.gauss(0, .9), ty + R.gauss(0, .55)), (.025, .042))
    for i in range(9): balloon((-2.35 + .32 * (i % 3), y - .2 - .3 * (i // 3), 1.50 + .20 * ((i * 2) % 3) + .27 * (i // 3)), .17, (balm((.70, .03, .12), "pearl"), balm((.36, .10, .60), "pearl"), balm((1, .62, .25), "pearl"))[i % 3], (0, 0, i), string=1.3)
    back_wall(.25, W); area((-1.2, y + 2.8, 1.9), (.1, ty, .5), (.6, .6), (1, .76, .56), 17); to_sofa(D, y, -1.15, 1.05, 3.05, .12, .58, 30, (.1, ty, .55))
@occasion("proposal")
def proposal():
    p, D, W, fab, pm = setting("velvet", kind="rose", strength=.7, fill=14); cy = D - 2.35
    for i in range(46):
        t = 2 * pi * i / 46; x, yy = hheart(t); candle((x * 1.02, cy + yy * .92, 0), .040, R.uniform(.07, .17), power=.55 if i % 5 == 0 else 0)
    petals(1400, lambda: (lambda q, t: (hheart(t)[0] * q * .98, cy + hheart(t)[1] * q * .90))(math.sqrt(R.random()) * .93, R.uniform(0, 6.3)), (.028, .046)); petals(420, lambda: (R.gauss(0, .22), R.uniform(D - 5.0, cy - .8)), (.025, .042))
    for i in range(4):
        for s in (-1, 1): yy = cy - 1.10 - .42 * i; candle((s * .52, yy, 0), .042, R.uniform(.08, .2), power=.7); tealight((s * .62, yy + .2, 0), 0, glass=True)
    for s in (-1, 1):
        for i in range(9): balloon((s * (1.95 + .28 * (i % 3) - .2), D - .95 - .2 * (i // 3), 1.40 + .20 * ((i * 2) % 3) + .27 * (i // 3)), .18, (balm((.62, .012, .05), "pearl"), balm((1, .62, .25), "pearl"), balm((.82, .40, .40), "pearl"))[i % 3], (0, 0, i), string=1.3)
        vase((s * 1.55, D - 1.25, .45), 1.35, flowers=16); cyl((s * 1.55, D - 1.25, 0), .22, .45, "marble", .01)
    # the ring in its box, near
    ty = D - 4.30; table((.42, ty, 0), .30, .70, "marble"); z = .70; vel = fabric((.22, .010, .03)); bx = (.42, ty - .06); box((bx[0], bx[1], z + .022), (.085, .085, .044), vel, r=.010); box((bx[0], bx[1] + .052, z + .072), (.085, .022, .072), vel, (-.22, 0, 0), r=.009); sq((bx[0], bx[1], z + .046), (.066, .066, .022), mat("satin", (.82, .74, .66), .35, sheen=.5), 5)
    rg = [(bx[0] + .021 * cos(t), bx[1] - .004, z + .068 + .021 * sin(t)) for t in np.linspace(0, 2 * pi, 48)[:-1]]; tube(rg, .0026, "gold", 10, closed=True); link(lathe([(.0001, -.010), (.0095, .001), (.0062, .006), (.0001, .006)], 8, auto=5), mat("dia", (1, 1, 1), .01, trans=.6, ior=2.2, emit=(1, .95, .9), es=.5), (bx[0], bx[1] - .004, z + .098)); pt((bx[0], bx[1] - .014, z + .102), (1, .95, .85), .0007, soft=1, rad=.010)
    rose((.56, ty - .05, z + .03), .045, rosem((.52, .008, .028)), (.6, .3, 0)); candle((.30, ty + .12, z), .028, .12, power=.5); candle((.56, ty + .13, z), .024, .07); petals(18, lambda: (.42 + R.uniform(-.22, .22), ty + R.uniform(-.22, .2)), (.014, .022), z=z + .002)
    area((.0, D - 5.2, 1.9), (.42, ty, z), (.4, .4), (1, .80, .62), 8); to_screen(D, -.10, 6.15, 1.52, .08, .50, 28, (.42, ty, z)); S["meta"].update(ev=1.0)
@occasion("bride-to-be")
def bride_to_be():
    p, D, W, fab, pm = setting("celeste", kind="sunset", strength=.7); ms = [balm((.86, .80, .76), "pearl"), balm((.92, .58, .52), "pearl"), balm((.95, .50, .42), "pearl"), balm((.94, .74, .70), "pearl")]
    balloon_arch([(-2.35, D - 1.0, .1), (-2.25, D - .95, 1.3), (-1.9, D - .9, 2.3), (-.9, D - .85, 2.70), (.3, D - .85, 2.72)], ms, 130, (.09, .21), .20); balloon_arch([(2.35, D - 1.0, .1), (2.4, D - .95, .9)], ms, 34, (.08, .18), .17)
    cols = [rosem((.82, .62, .56)), rosem((.75, .25, .28)), rosem((.86, .78, .70))]
    for s, x in ((-1, -1.62), (1, 1.70)):
        cyl((x, D - 1.5, 0), .20, .78, mat("ped", (.78, .74, .72), .4), .01, 56); 
        for i in range(26): q = math.sqrt(i / 26) ; a = i * 2.4; rose((x + .20 * q * cos(a), D - 1.5 + .20 * q * sin(a), 1.02 - .16 * q * q), .062, cols[i % 3], (-sin(a) * q, cos(a) * q, a))
        link(lathe([(.0001, 0), (.07, 0), (.12, .05), (.15, .14), (.14, .15), (.0001, .12)], 40), M("gold"), (x, D - 1.5, .78))
    y = D - 3.2; table((.1, y, 0), .52, .60, "whitemarble"); z = .60; mini_cake((.1, y + .08, z), .12, .12, (.88, .80, .74), tops=True, flames=0); rose((.1, y + .08, z + .165), .05, cols[1], (.1, 0, 0)); rose((.16, y + .05, z + .15), .036, cols[0], (.3, .3, 0)); glasses(((-.25, y - .12), (-.16, y - .25), (.34, y - .2), (.42, y - .06)), z); [tealight((.1 + a, y + b, z), .12) for a, b in ((-.02, -.32), (.14, -.34), (-.34, .12), (.46, .16))]
    petals(40, lambda: (.1 + R.gauss(0, .25), y + R.gauss(0, .22)), (.016, .026), cols[0], z=z + .003); petals(320, lambda: (R.gauss(0, 1.2), D - 2.0 + R.gauss(0, .6)), (.03, .045), cols[0]); [candle((x, D - 1.75 - q, 0), .05, h, power=.9) for x, q, h in ((-1.15, .1, .25), (-1.0, .3, .15), (1.2, .05, .28), (1.05, .3, .16))]
    area((-1.0, D - 4.9, 2.0), (.1, y, .6), (.6, .5), (1, .82, .70), 16); to_screen(D, -.15, 4.85, 1.20, .05, 1.02, 26, (.1, y, .7))
@occasion("baby-shower")
def baby_shower():
    p, D, W, fab, pm = setting("celeste", fy=(4.6, 6.4)); y = D - 4.5; pil = [fabric((.80, .46, .46), "soft"), fabric((.40, .58, .72), "soft")]; sofa((0, y, 0), pi, 3, fab, pil); ms = [balm((.92, .60, .60), "pearl"), balm((.50, .70, .88), "pearl"), balm((.90, .84, .74), "pearl"), balm((.74, .66, .88), "pearl"), balm((1, .70, .40), "pearl")]
    balloon_arch([(-1.95, y - .4, .1), (-1.9, y - .5, 1.4), (-1.3, y - .55, 2.1), (-.2, y - .58, 2.42), (.9, y - .58, 2.35)], ms, 140, (.09, .20), .19); [balloon((R.uniform(-2.4, 2.4), y + R.uniform(.7, 2.0), .12), R.uniform(.10, .14), R.choice(ms)) for _ in range(11)]
    teddy((.10, y + .05, .53), 1.75, rot=pi, bow=(.40, .58, .78), hair=False, col=(.46, .27, .13)); ty = y + 1.5; table((-.1, ty, 0), .46, .44, "whitemarble"); z = .44; mini_cake((-.15, ty, z), .115, .11, (.72, .80, .88), None, True, 0); teddy((-.15, ty, z + .122), .30, rot=pi, hair=False, bow=(.85, .45, .48)); [tealight((-.1 + a, ty + b, z), .1) for a, b in ((.28, .1), (.20, .26), (-.36, .14))]
    for i, (x, h, c) in enumerate(((1.55, .34, (.84, .56, .56)), (1.92, .26, (.46, .64, .80)), (1.62, .20, (.86, .80, .68)))): gift((x, y + .95 - .1 * i, .34 if i == 2 else 0), (h, h, h * .85), mat("bg%d" % i, c, .4, coat=.3), "gold", .3 + i * .4)
    stars(-2.2, 2.2, .2, .5, 2.6, 20); back_wall(.25, W); area((-1.0, y + 3.4, 2.1), (0, ty, .4), (.8, .6), (1, .82, .70), 24); to_sofa(D, y, -.55, 1.22, 3.5, .02, .80, 28, (0, y + .6, .6)); S["meta"].update(ev=.62)
@occasion("farewell")
def farewell():
    p, D, W, fab, pm = setting("aurora", kind="sunset", strength=.7); ph = ["dusk", "sea", "gold", "rose"]; k = 0
    for row, (yy, z, sag) in enumerate(((D - 2.3, 2.30, .22), (D - 1.6, 2.62, .16))):
        bulbs((-W / 2 + .6, yy, z), (W / 2 - .6, yy, z), 26, sag, k=18)
        if row == 0:
            for i in range(9):
                t = (i + .5) / 9; x = -W / 2 + .6 + (W - 1.2) * t; zz = z - sag * 4 * t * (1 - t); a = R.uniform(-.12, .12); polaroid((x, yy - .01, zz - .21), .30, paper(ph[k % 4]) if i % 2 else screen_photo(("velvet-4", "celeste-3", "nebula-1", "aurora-3", "celeste-4")[i // 2]), (pi / 2, a, 0), "fp%d" % k); box((x, yy - .02, zz - .01), (.016, .02, .06), mat("peg", (.42, .24, .10), .6), (0, a, 0)); k += 1
    ms = [balm((1, .62, .25), "pearl"), balm((.28, .10, .60), "pearl"), balm((.95, .45, .20), "pearl")]
    for s in (-1, 1):
        for i in range(7): balloon((s * (2.15 + .25 * (i % 2)), D - 1.0 - .25 * (i // 2), 1.0 + .25 * i % .8), .17, ms[i % 3], (0, 0, i), string=.8)
    sofa((-1.75, D - 3.0, 0), -pi / 2 - .25, 2, fab, pm); sofa((1.85, D - 3.0, 0), pi / 2 + .25, 2, fab, pm); y = D - 3.3; table((.05, y, 0), .48, .48, "marble"); z = .48; mini_cake((.05, y + .03, z), .125, .115, (.80, .56, .27), mat("caramel", (.50, .17, .022), .08, spec=.6, coat=.8), flames=0); [tumbler((.05 + a, y + b, z), c, garnish=g) for a, b, c, g in ((-.26, -.14, (1, .45, .08), (1, .55, .1)), (.27, -.18, (.95, .16, .22), (.6, .8, .1)), (.33, .06, (1, .62, .15), (1, .6, .1)))]; [candle((.05 + a, y + b, z), .028, h, power=.5) for a, b, h in ((-.30, .14, .11), (-.22, .22, .07))]
    [lantern((x, yy, 0), 1.0, "black", 1.6) for x, yy in ((-1.0, D - 1.25), (1.05, D - 1.25), (-1.35, D - 1.4))]; gift((.62, D - 1.4, 0), (.30, .30, .24), mat("g1", (.16, .05, .34), .3, coat=.4), "gold", .3); area((-.9, D - 4.8, 2.0), (.05, y, .6), (.6, .5), (1, .78, .6), 14); to_screen(D, .2, 5.0, 1.28, .0, 1.06, 26, (.05, y, .7))
@occasion("movie-night")
def movie_night():
    p, D, W, fab, pm = setting("nebula", kind="sunset", strength=.8, fill=9); y = D - 3.7; recliner_row((0, y, 0), 4, fab, .82, pi); ty = D - 4.72; box((.25, ty, .40), (1.7, .34, .80), "walnut", r=.01); led((-.6, ty - .18, .775), (1.1, ty - .18, .775), p["led2"], 6, .007, 5, (0, ty - 1, .3)); z = .80; bucket((.02, ty + .02, z), .105, .23); bucket((.62, ty + .05, z), .085, .185, (.06, .10, .42)); tumbler((.28, ty - .04, z), (.30, .05, .02), r=.042, h=.15, garnish=None); tumbler((.41, ty + .05, z), (.95, .30, .06), r=.042, h=.15, garnish=(1, .55, .1)); popcorn(26, lambda: (.15 + R.uniform(-.35, .45), ty + R.uniform(-.15, .0), z + .012), (.013, .019))
    pill = fabric((.35, .03, .25), "soft"); sq((-.41, y - .12, .62), (.40, .18, .36), pill, 2.8, (-.4, 0, .2)); area((-.6, ty - .7, 1.75), (.2, ty, .95), (.4, .4), (1, .78, .6), 7.5); to_screen(D, .18, 5.95, 1.42, .10, 1.10, 29, (.2, ty, 1.0), 4.5); S["meta"].update(ev=1.0)

# ================= services
@service("beverage-service")
def beverage_service():
    corner((.10, .55, .75), (1, .52, .20), top="marble", cam=(0, -.98, .26), target=(0, 0, .092), lens=74, key=5, rim=11, k=1.7); link(lathe([(.0001, 0), (.185, 0), (.190, .005), (.200, .020), (.196, .021), (.186, .008), (.0001, .006)], 72), M("gold"), (0, 0, 0)); z = .0065
    tumbler((-.098, -.030, z), (.95, .36, .05), r=.036, h=.125, garnish=(1, .52, .06)); tumbler((.000, -.068, z), (.92, .07, .22), r=.036, h=.125, garnish=(.95, .62, .10)); tumbler((.100, -.026, z), (.30, .75, .16), r=.036, h=.125, garnish=(.55, .80, .12)); flute((-.048, .075, z), h=.215, drink=(1, .66, .22)); flute((.055, .080, z), h=.215, drink=(1, .66, .22))
    for i in range(6): leaf((.1 + R.uniform(-.015, .015), -.026 + R.uniform(-.012, .012), z + .118), .026, (R.uniform(.3, 1.1), 0, R.uniform(0, 6)))
    for x, y, r in ((-.215, -.150, .024), (-.17, -.185, .020)): ball((x, y, r * .95), r, mat("lime", (.32, .55, .06), .35, bump=(90, .2)), 24)
    cherry((.17, -.17, 0), .0105); cherry((.195, -.15, 0), .0105); side_candles(((-.24, .17, .12), (.245, .17, .10)))
@service("customized-cake")
def customized_cake():
    corner((.95, .10, .35), (1, .55, .20), top="darkwood", key=7, rim=10, fill=2.5, ev=.7); z = stand(mt="gold"); r, h = .112, .125; T = z + h; bk = mat("fondb", (.030, .022, .042), .38, spec=.5); iv = mat("fond", (.84, .74, .66), .42); cake((0, 0, z), r, h, bk)
    # a strip of film around the middle
    zc, hh = z + h * .50, .026; link(lathe([(r + .0016, -hh), (r + .0022, -hh + .001), (r + .0022, hh - .001), (r + .0016, hh)], 120), mat("film", (.72, .44, .14), .30, .75), (0, 0, zc))
    for i in range(56):
        a = 2 * pi * i / 56
        for s in (-1, 1): box(((r + .0022) * cos(a), (r + .0022) * sin(a), zc + s * hh * .80), (.0014, .0062, .0062), bk, (0, 0, a), r=.0006)
    for i in range(18): a = 2 * pi * i / 18 + .09; box(((r + .0022) * cos(a), (r + .0022) * sin(a), zc), (.0014, .029, .026), (iv, mat("fondr", (.52, .015, .05), .4))[i % 2], (0, 0, a), r=.001)
    def star(c, s, mt, rot):
        v = [(0, 0, .10), (0, 0, -.10)] + [((1 if i % 2 == 0 else .45) * sin(pi * i / 5), (1 if i % 2 == 0 else .45) * cos(pi * i / 5), 0) for i in range(10)]; F = [[0, 2 + (i + 1) % 10, 2 + i] for i in range(10)] + [[1, 2 + i, 2 + (i + 1) % 10] for i in range(10)]; link(mk("star", v, F, False), M(mt), c, rot, s)
    ring(46, r + .003, z, lambda p, a: ball((p[0], p[1], p[2] + .005), .0056, "gold", 12)); popcorn(130, lambda: (lambda q, t: (q * cos(t), q * sin(t), T + .006 + .040 * (1 - (q / .088) ** 2) * R.random() ** .6))(math.sqrt(R.random()) * .086, R.uniform(0, 6.3)), (.0125, .017))
    for x, zz, s in ((0, .118, .034), (-.052, .086, .021), (.055, .090, .024)): tube([(x * .8, 0, T), (x, -.004, T + zz)], .0014, "gold", 6); star((x, -.004, T + zz), s, "gold", (pi / 2, R.uniform(-.2, .2), 0))
    popcorn(14, lambda: (R.choice((-1, 1)) * R.uniform(.12, .23), R.uniform(-.22, -.10), .012), (.0125, .017)); side_candles()
@service("floral-bouquet")
def floral_bouquet():
    corner((.60, .20, .60), (1, .55, .25), top="walnut", cam=(0, -1.12, .46), target=(0, 0, .135), lens=72, key=7, rim=7); hb = mat("hat", (.030, .014, .040), .45, coat=.2); cyl((0, 0, 0), .118, .135, hb, .003, 72); tube([(.119 * cos(t), .119 * sin(t), .133) for t in np.linspace(0, 2 * pi, 70)[:-1]], .003, "gold", 8, closed=True); link(lathe([(.1188, .05), (.1196, .051), (.1196, .079), (.1188, .08)], 72), mat("satr", (.80, .46, .30), .3, .5)); ribbon_bow((0, -.122, .066), .055, mat("satr", (.80, .46, .30), .3, .5))
    cols = [rosem((.82, .60, .52)), rosem((.72, .16, .22)), rosem((.88, .80, .70)), rosem((.46, .010, .05))]
    for i in range(44): q = math.sqrt((i + .4) / 44); a = i * 2.39996; rose((.118 * q * cos(a), .118 * q * sin(a), .150 + .075 * (1 - q * q)), R.uniform(.030, .038), cols[(i * 7) % 4], (-sin(a) * q * .95, cos(a) * q * .95, R.uniform(0, 6)))
    for i in range(34): a = R.uniform(0, 6.3); q = R.uniform(.08, .125); leaf((q * cos(a), q * sin(a), .142 + R.uniform(0, .03)), R.uniform(.04, .06), (R.uniform(.0, .7), 0, a - pi / 2))
    for i in range(60): a = i * 2.39996 + .7; q = math.sqrt(i / 60); x = .124 * q; ball((x * cos(a), x * sin(a), .176 + .078 * (1 - q * q)), .0036, mat("gyp", (.88, .84, .78), .7), 8)
    petals(26, lambda: (R.uniform(-.27, .27), R.uniform(-.30, -.14)), (.011, .018), cols[0]); side_candles(((-.225, .14, .14), (.23, .12, .10), (.29, .22, .17)))
@service("personalized-gift")
def personalized_gift():
    corner(VIOLET, (1, .55, .22), top="walnut", cam=(.05, -1.08, .42), target=(0, 0, .098), lens=72, key=6.5, rim=7); m1, m2, m3 = mat("gpa", (.050, .022, .090), .34, coat=.3), mat("gpb", (.42, .018, .055), .34, coat=.3), mat("gpc", (.74, .58, .46), .45)
    def wrapped(c, s, m, rib, rot, bow=.06):
        M4 = Matrix.Translation(Vector(c)) @ Matrix.Rotation(rot, 4, "Z"); X0 = set(bpy.context.scene.collection.objects); w, d, h = s; box((0, 0, h / 2), s, m, r=.003); box((0, 0, h - .016), (w + .006, d + .006, .034), m, r=.003); 
        box((0, 0, h / 2), (.026, d + .009, h + .003), rib, r=.001); box((0, 0, h / 2), (w + .009, .026, h + .003), rib, r=.001)
        if bow:
            ribbon_bow((0, 0, h + .010), bow, rib, (-.75, 0, .25), tails=False); ribbon_bow((0, .004, h + .008), bow * .92, rib, (-1.1, 0, 1.75), tails=False)
        for q in [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = M4 @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
    wrapped((-.03, .04, 0), (.22, .18, .115), m1, M("gilt"), .22, 0); wrapped((-.02, .035, .116), (.15, .13, .085), m2, mat("satr3", (.86, .60, .42), .38, .25), -.12); wrapped((.165, -.085, 0), (.11, .11, .075), m3, mat("satr2", (.50, .015, .05), .35, .3), .5, .045)
    heart_solid((-.165, -.125, .040), .042, "gilt", .003, (pi / 2 - .35, 0, .25)); tube([(-.165, -.118, .058), (-.14, -.10, .09), (-.10, -.075, .105)], .0012, "gilt", 6); rose((-.02, -.175, .026), .036, rosem((.55, .012, .035)), (.5, .3, 0)); leaf((.0, -.16, .010), .045, (.1, 0, -1.0)); petals(16, lambda: (R.uniform(-.26, .26), R.uniform(-.28, -.15)), (.010, .016)); side_candles(((-.235, .17, .15), (.22, .14, .11), (.28, .23, .17)))
@service("venue-decoration")
def venue_decoration():
    studio((1, .20, .35), (1, .52, .20), "curtain", y=1.5, cam=(.25, -4.1, 1.15), target=(0, 0, 1.05), lens=46, key=70, rim=50, wallc=(.16, .014, .05), wash=.9); tube([(1.12 * cos(t), .75, 1.28 + 1.12 * sin(t)) for t in np.linspace(0, 2 * pi, 90)[:-1]], .022, "gold", 10, closed=True); ms = [balm((1, .62, .25), "pearl"), balm((.66, .03, .14), "pearl"), balm((.90, .62, .58), "pearl"), balm((.86, .80, .74), "pearl")]
    balloon_arch([(-.55, .70, .25), (-.98, .70, .75), (-1.14, .70, 1.3), (-.98, .70, 1.9), (-.5, .70, 2.32), (.1, .70, 2.42)], ms, 105, (.07, .17), .15); balloon_arch([(.65, .70, .3), (1.05, .70, .75)], ms, 26, (.06, .14), .12); cols = [rosem((.60, .015, .05)), rosem((.85, .62, .55))]
    for i in range(26): a = R.uniform(-.75, .55); rose((1.12 * cos(a) + R.gauss(0, .05), .66, 1.28 + 1.12 * sin(a) + R.gauss(0, .05)), R.uniform(.06, .09), cols[i % 2], (pi / 2, R.uniform(-.5, .5), 0))
    for i in range(24): a = R.uniform(-.8, .6); leaf((1.12 * cos(a), .70, 1.28 + 1.12 * sin(a)), R.uniform(.12, .2), (pi / 2 + R.uniform(-.6, .6), R.uniform(0, 6), 0))
    for x, h, r in ((-.48, .62, .21), (.05, .84, .24), (.52, .46, .19)): cyl((x, .25 - abs(x) * .2, 0), r, h, mat("ped", (.80, .74, .70), .4), .008, 64)
    mini_cake((.05, .24, .84), .13, .13, (.86, .78, .72), None, True, 0); vase((-.48, .15, .62), .85, flowers=12); [candle((.52 + a, .15 + b, .46), .035, h, power=.7) for a, b, h in ((0, 0, .18), (-.09, -.03, .11), (.08, -.05, .08))]; [lantern((x, y, 0), 1.0, "black", 1.6) for x, y in ((-1.05, -.1), (1.1, -.1))]; petals(160, lambda: (R.gauss(0, .8), -.5 + R.gauss(0, .25)), (.025, .04)); curtain_lights(-2.0, 2.0, 1.25, .3, 2.9, 22, 16, inten=.04)
