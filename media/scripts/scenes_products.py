"""Cakes, add-ons and gifts: 1000 x 1000, one thing in a dark corner with warm light behind it."""
from scenes import *
from props import *

def product(name, also=()):
    """`also` names further cuts of the same picture: file, size, and the part of it"""
    def d(fn):
        def f(): S["meta"]["also"] = list(also); fn()
        return scene(name, SQ, spp=quality(32, 12), rscale=quality(.74, .5))(f)
    return d

# ================= cakes
@product("cakes/black-forest")
def black_forest():
    corner(MAGENTA, (1, .50, .16), top="darkwood"); z = stand(); r, h = .118, .105; cr = cream((.82, .77, .70)); ch = choc((.06, .022, .012), .28)
    cake((0, 0, z), r, h, cr); T = z + h
    shavings(1500, on_side(r + .002, z + .002, z + h * .72, bias=1.25), (.0055, .010), ch)
    shavings(420, lambda: (lambda q, t: (q * cos(t), q * sin(t), T + .002 + .022 * (1 - q / .066) * R.random()))(math.sqrt(R.random()) * .066, R.uniform(0, 6.3)), (.007, .013), ch)
    ring(10, r - .027, T, lambda p, a: (swirl(p, .022, cr), cherry((p[0], p[1], p[2] + .021), .0115)), .2)
    ring(34, r + .006, z, lambda p, a: kiss(p, .011, cr))
    for x, y in ((-.165, -.15), (.175, -.13), (-.135, -.195)): cherry((x, y, 0), .0115)
    side_candles()
@product("cakes/butterscotch")
def butterscotch():
    corner((1, .40, .10), (1, .62, .25), top="walnut"); z = stand(mt="brass"); r, h = .118, .105; cr = cream((.80, .56, .27)); T = z + h
    car = mat("caramel", (.50, .17, .022), .08, spec=.6, coat=.8); nuts = [mat("nut%d" % i, c, .22, spec=.6, coat=.6) for i, c in enumerate(((.62, .30, .06), (.75, .42, .12), (.45, .18, .03)))]
    cake((0, 0, z), r, h, cr); drip((0, 0, 0), r, T, car, 15, (.018, .060), seed=5)
    crumbs(1500, on_side(r + .001, z, z + h * .36, bias=1.9), (.0018, .0038), nuts)
    crumbs(420, lambda: (lambda q, t: (q * cos(t), q * sin(t), T + .006 + .012 * (1 - q / .06) * R.random()))(math.sqrt(R.random()) * .058, R.uniform(0, 6.3)), (.0025, .0058), nuts)
    lt = cream((.86, .68, .42))
    ring(11, r - .026, T + .003, lambda p, a: (swirl(p, .021, lt), link(crumb_mesh(1), nuts[1], (p[0], p[1], p[2] + .026), (0, 0, a), .0052)), .1)
    for i in range(5):  # shards of praline
        a = i * 1.26 + .5; v = [(-.5, 0, 0), (.5, 0, 0), (.32, 0, 1.25), (-.2, 0, 1.5 - .2 * (i % 2))]; o = link(mk("shard", v, [[0, 1, 2, 3]], False), nuts[0], (.028 * cos(a), .028 * sin(a), T + .004), (R.uniform(-.35, .35), R.uniform(-.3, .3), a + pi / 2), .036); o.modifiers.new("s", "SOLIDIFY").thickness = .09
    crumbs(40, lambda: (lambda q, t: (q * cos(t), q * sin(t) * .7, .002))(R.uniform(.17, .30), R.uniform(3.4, 6.0)), (.002, .005), nuts)
    side_candles(((-.245, .14, .12), (.235, .10, .09)))
@product("cakes/chocolate-truffle")
def chocolate_truffle():
    corner((1, .30, .10), (1, .52, .18), top="marble", rimc=(1, .60, .30), rim=14, key=9, fill=3, ev=.75); z = stand(mt="gold"); r, h = .118, .112; T = z + h; g = choc(); 
    cake((0, 0, z), r, h, mat("ganache", (.105, .042, .022), .34, spec=.4, bump=(30, .10))); drip((0, 0, 0), r, T, g, 14, (.02, .070), seed=8)
    coc = [mat("cocoa", (.13, .058, .030), .9, spec=.1, bump=(300, .8)), choc((.05, .018, .010), .15), mat("cocoa2", (.24, .12, .06), .95, spec=.1, bump=(260, .8))]
    ring(9, r - .028, T + .003, lambda p, a: ball((p[0], p[1], p[2] + .017), .0195, coc[int(a * 1.6) % 3], 28), .15)
    for p in ((0, 0, .020), (.030, .012, .018), (-.012, .032, .018), (-.020, -.026, .018), (.012, .004, .052)): ball((p[0], p[1], T + p[2]), .0200, R.choice(coc), 28)
    shavings(60, on_top(.078, T + .005, .04), (.007, .012), choc((.08, .030, .016), .25))
    for _ in range(26): a = R.uniform(0, 6.3); q = R.uniform(.01, .10); goldleaf((q * cos(a), q * sin(a), T + (.040 if q < .03 else .037 if .075 < q < .10 else .008)))
    for _ in range(16): a = R.uniform(3.6, 5.9); zz = R.uniform(z + .02, z + h - .02); goldleaf(((r + .003) * cos(a), (r + .003) * sin(a), zz))
    ring(40, r + .004, z, lambda p, a: ball((p[0], p[1], p[2] + .006), .0068, g, 16))
    for x, y, i in ((-.165, -.16, 0), (-.125, -.205, 1), (.175, -.15, 2)): ball((x, y, .019), .019, coc[i], 28)
    side_candles()
@product("cakes/red-velvet")
def red_velvet():
    corner(ROSE, (1, .45, .18), top="darkwood", keyc=(1, .84, .68)); z = stand(mt="rosegold"); r, h = .122, .115; cr = cream((.84, .78, .70)); red = sponge((.36, .016, .020)); T = z + h
    a0, a1 = math.radians(-58), math.radians(248); cut_cake((0, 0, z), r, h, [red] * 4, cream((.88, .83, .75)), cr, a0, a1)
    A = (a0 + .06, a1 - .06); arc_ring(12, r - .026, T, lambda p, a: kiss(p, .019, cr), a0 + .08, a1 - .08); rc = [red, mat("rcr", (.42, .02, .025), .8)]
    crumbs(900, on_top(.078, T + .002, .0, A), (.0015, .0040), rc); crumbs(900, on_side(r + .001, z, z + .034, A, 1.8), (.0012, .0034), rc)
    rose((0, .004, T + .020), .036, rosem((.48, .010, .030)), (.15, 0, .4)); rose((.045, .030, T + .016), .027, rosem((.48, .010, .030))); rose((-.042, .034, T + .016), .025, rosem((.48, .010, .030)))
    for a in (.6, 2.2, 3.4): leaf((.02 * cos(a), .02 * sin(a), T + .010), .040, (.3, 0, a - pi / 2))
    petals(9, lambda: (R.uniform(-.30, -.13), R.uniform(-.24, -.12)), (.010, .016)); side_candles(((-.245, .14, .12), (-.20, .28, .16), (.27, .25, .14)))
@product("cakes/rainbow")
def rainbow():
    corner(VIOLET, (.10, .55, .9), top="marble", keyc=(1, .88, .78), key=5.5); z = stand(mt=mat("stw", (.78, .75, .76), .2, coat=.5), top=None); r, h = .118, .140; cr = cream((.86, .83, .80)); T = z + h
    cols = [(.30, .05, .50), (.02, .16, .60), (.02, .40, .12), (.95, .60, .03), (.90, .22, .02), (.72, .02, .04)]; L = [sponge(c) for c in cols]; a0, a1 = math.radians(-52), math.radians(236)
    cut_cake((0, 0, z), r, h, L, cream((.90, .87, .84)), cr, a0, a1, gap=.005); br = [mat("spr%d" % i, tuple(min(1, x * 1.1 + .02) for x in c), .3, coat=.5) for i, c in enumerate(cols + [(.95, .35, .55)])]; A = (a0 + .05, a1 - .05)
    def side():
        t = R.uniform(*A); zz = z + (h * .95) * R.random() ** 1.9; return ((r + .0006) * cos(t), (r + .0006) * sin(t), zz, (R.uniform(-.2, .2) + pi / 2 * 0 + R.uniform(0, 3.1), 0, 0) if 0 else Euler((R.uniform(0, 3.1), 0, t)))
    sprinkles(700, side, br, .0062); sprinkles(420, on_top(.085, T + .001, 0, A), br, .0062)
    arc_ring(11, r - .025, T, lambda p, a: (swirl(p, .022, cr), ball((p[0], p[1], p[2] + .028), .0055, R.choice(br), 16)), a0 + .09, a1 - .09)
    sprinkles(46, lambda: (R.uniform(-.30, .30), R.uniform(-.26, -.15), .001), br, .0062); side_candles(((-.25, .16, .11), (.25, .18, .14)))
@product("cakes/pineapple")
def pineapple():
    corner((1, .62, .20), (.10, .60, .45), top="walnut", keyc=(1, .88, .70)); z = stand(mt="gold"); r, h = .120, .100; cr = cream((.88, .83, .72)); T = z + h; gl = mat("pglaze", (.90, .52, .05), .06, spec=.6, coat=.9)
    cake((0, 0, z), r, h, cr); cyl((0, 0, T - .001), r - .036, .0045, gl, .002, 64); pin = mat("pine", (.95, .60, .07), .22, spec=.5, coat=.5, noise=(70, (1.0, .76, .22), .28, (1, 1, .2)))
    def pring(c, s=.026, rot=(0, 0, 0)):
        n, m = 84, 12; P = np.zeros((n, m, 3))
        for i in range(n):
            a = 2 * pi * i / n; w = 1 + .035 * cos(14 * a)
            for j in range(m): b = 2 * pi * j / (m - 1); rad = .66 + .36 * np.sign(cos(b)) * abs(cos(b)) ** .55 * w; P[i, j] = (rad * cos(a), rad * sin(a), .17 * np.sign(sin(b)) * abs(sin(b)) ** .55 * (1 + .05 * cos(28 * a)))
        link(cached("pring", lambda: grid_mesh("pring", P)), pin, c, rot, s)
    for i in range(5): a = 2 * pi * i / 5 + pi / 2 + .3; p = (.050 * cos(a), .050 * sin(a), T + .009 + .002 * (i % 2)); pring(p, .0275, (R.uniform(-.08, .08), R.uniform(-.08, .08), 0)); cherry((p[0], p[1], T + .006), .0098, stem=False)
    swirl((0, 0, T + .004), .018, cr); cherry((0, 0, T + .021), .012)
    ring(15, r - .018, T, lambda p, a: swirl(p, .0185, cr)); 
    n = 11
    for i in range(n): a = 2 * pi * i / n + .12; pring(((r + .003) * cos(a), (r + .003) * sin(a), z + .045), .024, (pi / 2, 0, a + pi / 2)); cherry(((r + .006) * cos(a), (r + .006) * sin(a), z + .036), .0078, stem=False)
    ring(36, r + .006, z, lambda p, a: kiss(p, .0105, cr))
    for x, y, q in ((-.165, -.17, .2), (.175, -.15, 1.0)): pring((x, y, .007), .036); 
    cherry((-.165, -.17, .002), .012); side_candles(((-.245, .15, .11), (.24, .17, .14)))
@product("cakes/two-tier-rose")
def two_tier():
    corner(ROSE, (1, .58, .24), top="whitemarble" if 0 else "darkwood", keyc=(1, .84, .70), target=(0, 0, .165), cam=(0, -1.20, .40), lens=72); z = stand(.172, .07, mt="gold"); iv = mat("fond", (.84, .74, .66), .42, spec=.4); T1 = z + .098; r1, r2 = .124, .080; T2 = T1 + .092
    cake((0, 0, z), r1, .098, iv); cake((0, 0, T1), r2, .092, iv); pearl = mat("pearl", (.90, .80, .68), .18, .35, coat=.8)
    ring(88, r1 + .002, z + .005, lambda p, a: ball(p, .0046, pearl, 12)); ring(58, r2 + .002, T1 + .005, lambda p, a: ball(p, .0043, pearl, 12))
    for rr, z0, hh in ((r1, z, .098), (r2, T1, .092)): tube([((rr + .0012) * cos(t), (rr + .0012) * sin(t), z0 + hh * .30) for t in np.linspace(0, 2 * pi, 90)[:-1]], .0022, "gold", 6, closed=True); 
    cols = [rosem((.46, .010, .030)), rosem((.70, .16, .20)), rosem((.82, .52, .46))]
    ring(7, .034, T2 + .014, lambda p, a: rose(p, R.uniform(.024, .030), R.choice(cols), (-sin(a) * .5, cos(a) * .5, a))); rose((0, 0, T2 + .030), .034, cols[0], (.1, 0, 0))
    for i in range(17):  # falling down the side
        t = i / 16; a = math.radians(-118 + 75 * t) + R.uniform(-.10, .10); zz = T1 + .080 - .165 * t + R.uniform(-.006, .006); rr = r2 + .010 if zz > T1 + .012 else r1 + .010
        if T1 - .008 < zz < T1 + .018: rr = r1 - .018; zz = T1 + .016
        rose((rr * cos(a), rr * sin(a), zz), R.uniform(.019, .028), R.choice(cols), Euler((pi / 2 * .75, 0, a + pi / 2)))
    for i in range(22):
        t = R.random(); a = math.radians(-122 + 80 * t); zz = T1 + .082 - .165 * t; rr = (r2 if zz > T1 else r1) + .005; leaf((rr * cos(a), rr * sin(a), zz), R.uniform(.020, .030), (R.uniform(.8, 1.6), 0, a + R.uniform(-1.6, 1.6)))
    for a in np.linspace(0, 6.28, 9): leaf((.036 * cos(a), .036 * sin(a), T2 + .006), .036, (.1, 0, a - pi / 2))
    petals(26, lambda: (lambda q, t: (q * cos(t), q * sin(t) * .8))(R.uniform(.17, .33), R.uniform(3.3, 6.1)), (.010, .016), cols[0]); side_candles(((-.33, .2, .14), (.33, .2, .12), (.42, .32, .17)))
@product("cakes/photo-cake")
def photo_cake():
    corner(VIOLET, (1, .45, .20), top="walnut", cam=(0, -.86, .62), target=(0, .005, .075), lens=70, keyc=(1, .86, .72), ev=.5); cr = cream((.86, .80, .74)); box((0, 0, .008), (.36, .31, .016), "gold", r=.006); s, h = (.30, .25), .085; z = .016; square_cake((0, 0, z), s, h, cr); T = z + h
    a = paper("dusk"); a = np.concatenate([a[40:340]], 0); plane((0, 0, T + .0016), (s[0] - .058, s[1] - .058), imgmat("print", a * .9, 1, False, .32)); pk = cream((.80, .30, .36))
    for i in range(13):
        for y in (-1, 1): kiss((-s[0] / 2 + .012 + (s[0] - .024) * i / 12, y * (s[1] / 2 - .014), T - .001), .0125, cr if i % 2 else pk)
    for i in range(1, 10):
        for x in (-1, 1): kiss((x * (s[0] / 2 - .013), -s[1] / 2 + .014 + (s[1] - .028) * i / 10, T - .001), .0125, cr if i % 2 else pk)
    for x in (-1, 1):
        for y in (-1, 1): rose((x * (s[0] / 2 - .014), y * (s[1] / 2 - .014), T + .012), .023, rosem((.55, .02, .06)), (.1, 0, x + y))
    for i in range(25): kiss((-s[0] / 2 + s[0] * i / 24, -s[1] / 2 - .004, z), .0085, pk); 
    for i in range(21): [kiss((x * (s[0] / 2 + .004), -s[1] / 2 + s[1] * i / 20, z), .0085, pk) for x in (-1, 1)]
    petals(14, lambda: (R.choice((-1, 1)) * R.uniform(.20, .30), R.uniform(-.22, .05)), (.010, .016)); side_candles(((-.27, .24, .10), (.27, .26, .12)))

# ================= gifts
@product("gifts/chocolate-box")
def chocolate_box():
    corner((1, .32, .12), (1, .55, .22), top="darkwood", cam=(0, -.74, .62), target=(0, .025, .035), lens=64, key=6.5, fill=2); W, D, H = .28, .21, .045; bx = mat("cbox", (.16, .010, .028), .38, coat=.3); lin = mat("clin", (.10, .035, .012), .5)
    box((0, 0, .006), (W, D, .012), bx, r=.003); [box((s * W / 2, 0, H / 2), (.007, D + .007, H), bx, r=.002) for s in (-1, 1)]; [box((0, s * D / 2, H / 2), (W + .007, .007, H), bx, r=.002) for s in (-1, 1)]; box((0, 0, .014), (W - .008, D - .008, .004), lin)
    tube([(x * (W / 2), y * (D / 2), H) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], .0022, "gold", 6, closed=True)
    cs = [choc((.045, .016, .008), .14), choc((.12, .048, .020), .16), choc((.62, .50, .34), .2), mat("cocoa", (.13, .058, .030), .9, spec=.1, bump=(300, .8))]; cup = lambda: cached("cup", lambda: grid_mesh("cup", np.array([[[(.0205 + .0045 * t) * (1 + .06 * (-1) ** i * t) * cos(2 * pi * i / 44), (.0205 + .0045 * t) * (1 + .06 * (-1) ** i * t) * sin(2 * pi * i / 44), .017 * t] for t in (0, .35, .7, 1)] for i in range(44)])))
    for i in range(5):
        for j in range(4):
            x, y = (i - 2) * .053, (j - 1.5) * .049; z = .016; k = (i * 3 + j * 2 + (i * j) % 3) % 6; m = cs[(i + 2 * j + i * j) % 3]; link(cup(), "gold" if 0 else M("gold"), (x, y, z), (0, 0, R.random()))
            if k == 0: ball((x, y, z + .019), .0185, cs[3], 26)
            elif k == 1: sq((x, y, z + .018), (.034, .034, .026), m, 6); tube([(x - .012 + .024 * t, y + .007 * sin(9 * t), z + .0318) for t in np.linspace(0, 1, 20)], .0013, cs[2] if m != cs[2] else cs[0], 6)
            elif k == 2: link(lathe([(.0001, 0), (.018, 0), (.0185, .010), (.014, .022), (.006, .028), (.0001, .029)], 36, key="dome"), m, (x, y, z + .004)); crumbs(10, on_top(.008, 0, 0), (.0012, .002), [cs[2]]) if 0 else ball((x, y, z + .033), .0045, "gold", 14)
            elif k == 3: heart_solid((x, y - .001, z + .014), .0185, m, .008, (0, 0, 0), .004)
            elif k == 4: swirl((x, y, z + .004), .0205, m)
            else: cyl((x, y, z + .002), .0175, .024, m, .004, 40); goldleaf((x, y, z + .0275), .010)
    # its lid leans behind
    X = [box((0, 0, 0), (W + .014, .030, D + .014), bx, r=.004)]; o = ribbon_bow; m = Matrix.Translation((.02, .185, .105)) @ Euler((-.30, 0, .06)).to_matrix().to_4x4(); X0 = set(bpy.context.scene.collection.objects)
    box((0, -.0158, 0), (W + .014, .002, .026), "gold"); box((-.07, -.0158, 0), (.026, .002, D + .014), "gold"); ribbon_bow((-.07, -.022, 0), .052, "gold")
    for q in X + [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = m @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
    petals(16, lambda: (R.choice((-1, 1)) * R.uniform(.17, .25), R.uniform(-.20, .05)), (.010, .017)); side_candles(((-.245, .20, .10), (.26, .16, .08)))
@product("gifts/greeting-card")
def greeting_card():
    corner(ROSE, (1, .52, .20), top="walnut", cam=(.05, -.95, .30), target=(.0, 0, .105), lens=72, key=5); pap = mat("paper", (.80, .72, .64), .75, spec=.2, bump=(400, .15)); ins = mat("paper2", (.62, .06, .12), .7); h, w = .21, .155
    for ang, m, sg in ((-.16, pap, 1), (.62, pap, 1)):
        M4 = Matrix.Translation((-.095, .045, 0)) @ Matrix.Rotation(ang, 4, "Z"); X0 = set(bpy.context.scene.collection.objects); box((w / 2, 0, h / 2), (w, .0016, h), m)
        if ang < 0:
            e = .010
            tube([(e, -.0012, e), (w - e, -.0012, e), (w - e, -.0012, h - e), (e, -.0012, h - e)], .0011, "gold", 6, closed=True); heart_solid((w / 2, -.002, h * .54), .050, mat("foil", (.62, .012, .05), .22, .55, coat=.5), .0012)
            for k in range(26): t = 2 * pi * k / 26; x, y = hheart(t); ball((w / 2 + x * .060, -.0016, h * .54 + y * .060), .0017, "gold", 8)
            for k, (x, z, q) in enumerate(((.028, .032, .010), (.122, .030, .010), (w / 2, .024, .013))): heart_solid((x, -.002, z), q, "gold", .0008)
        for q in [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = M4 @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
    # the envelope with its seal lies in front
    ev = mat("envl", (.42, .030, .060), .6, sheen=.2); M4 = Matrix.Translation((.085, -.155, .003)) @ Matrix.Rotation(.28, 4, "Z"); X0 = set(bpy.context.scene.collection.objects); a, b = .082, .058; box((0, 0, 0), (2 * a, 2 * b, .004), ev, r=.0015); link(mk("flap", [(-a, b, .0022), (a, b, .0022), (0, -.012, .0050), (-a, b, .0030), (a, b, .0030), (0, -.012, .0058)], [[0, 2, 1], [3, 5, 4], [0, 3, 5, 2], [1, 2, 5, 4]], False), mat("envl2", (.48, .036, .070), .6)); tube([(-a, b, .0035), (0, -.012, .006), (a, b, .0035)], .0008, "gold", 4)
    link(lathe([(.0001, 0), (.017, 0), (.0185, .002), (.0165, .0045), (.0135, .0042), (.0125, .0030), (.0001, .0030)], 40), "gold" and mat("seal", (.85, .52, .20), .3, .9), (0, -.010, .005)); heart_solid((0, -.010, .0085), .008, mat("seal", (.85, .52, .20), .3, .9), .0008, (0, 0, 0))
    for q in [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = M4 @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
    rose((-.135, -.125, .026), .042, rosem((.50, .010, .030)), (.9, .2, .5)); tube([(-.135, -.12, .02), (-.19, -.02, .008), (-.24, .06, .006)], .003, "green", 6); leaf((-.17, -.05, .012), .06, (.1, 0, .6)); leaf((-.18, -.045, .012), .055, (.1, 0, 2.4)); petals(14, lambda: (R.uniform(-.25, .25), R.uniform(-.25, -.08)), (.010, .017)); side_candles(((-.22, .13, .12), (.17, .16, .10), (.24, .20, .15)))
@product("gifts/perfume")
def perfume():
    corner((1, .30, .35), (1, .58, .25), top="marble", cam=(0, -.95, .22), target=(0, 0, .098), lens=88, key=4, rim=9, k=1.6); g = mat("pglass", (1, .97, .95), .015, trans=1., ior=1.46); w, d, h = .105, .050, .120; z = .012
    link(lathe([(.0001, 0), (.150, 0), (.152, .006), (.158, .014), (.155, .014), (.148, .006), (.0001, .006)], 72), M("gold"), (0, 0, 0)); z = .0065
    box((0, 0, z + h / 2), (w, d, h), g, r=.016, seg=6); box((0, 0, z + .012 + (h - .034) / 2), (w - .018, d - .016, h - .034), mat("liq", (1., .50, .30), .01, trans=1., ior=1.34, emit=(1, .30, .16), es=.10), r=.010, seg=5); 
    cyl((0, 0, z + h - .001), .019, .012, "gold", .002, 40); cyl((0, 0, z + h + .010), .0155, .008, "gold", .002, 40); link(lathe([(.0001, 0), (.0245, 0), (.0255, .003), (.0255, .040), (.0235, .046), (.0001, .047)], 56), mat("cap", (.02, .012, .018), .10, coat=.9), (0, 0, z + h + .017)); tube([(.0258 * cos(t), .0258 * sin(t), z + h + .024) for t in np.linspace(0, 2 * pi, 50)[:-1]], .0016, "gold", 6, closed=True)
    tube([(0, 0, z + .02), (0, 0, z + h)], .0016, mat("tb", (.9, .8, .7), .3), 6); heart_solid((0, -d / 2 - .0006, z + h * .50), .018, "gold", .0006); 
    for p, s in (((-.095, -.055, .030), .038), ((.108, -.040, .026), .034), ((.070, -.090, .022), .028)): rose(p, s, rosem((.66, .10, .16)), (R.uniform(-.5, .1), R.uniform(-.4, .4), R.random() * 6))
    petals(22, lambda: (R.uniform(-.24, .24), R.uniform(-.26, -.10)), (.010, .016), rosem((.66, .10, .16))); side_candles(((-.20, .16, .10), (.21, .18, .14)))
@product("gifts/photo-frame")
def photo_frame():
    corner((1, .40, .16), ROSE, top="walnut", cam=(0, -.98, .26), target=(0, 0, .125), lens=76, key=5.5); w, h = .215, .265; M4 = Matrix.Translation((0, .03, h / 2 + .002)) @ Euler((-.16, 0, -.10)).to_matrix().to_4x4(); X0 = set(bpy.context.scene.collection.objects)
    for s in (-1, 1): box((s * (w / 2 - .012), 0, 0), (.026, .020, h), "gold", r=.006); box((0, 0, s * (h / 2 - .012)), (w, .020, .026), "gold", r=.006)
    for s in (-1, 1): box((s * (w / 2 - .027), -.006, 0), (.005, .012, h - .05), "brass", r=.002); box((0, -.006, s * (h / 2 - .027)), (w - .05, .012, .005), "brass", r=.002)
    box((0, .006, 0), (w - .02, .004, h - .02), mat("mount", (.82, .78, .72), .8)); plane((0, .0035, 0), (.126, .172), imgmat("pic", paper("rose")[:, 54:346], 1., False, .22), (pi / 2, 0, 0)); 
    box((.02, .075, -.02), (.05, .004, h * .85), "black", (-.46, 0, 0))
    for q in [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = M4 @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
    for p, s in (((-.135, -.05, .032), .042), ((-.165, -.005, .030), .036), ((-.10, -.088, .026), .032)): rose(p, s, rosem((.50, .012, .035)), (R.uniform(-.3, .3), R.uniform(-.4, .4), R.random() * 6))
    for i in range(7): a = R.uniform(2.2, 4.8); leaf((-.135 + .03 * cos(a), -.045 + .03 * sin(a), .012), .05, (.15, 0, a - pi / 2))
    petals(16, lambda: (R.uniform(-.22, .24), R.uniform(-.27, -.10)), (.010, .016)); tealight((.135, -.085, 0), .10, glass=True); tealight((.185, -.02, 0), .10, glass=True); side_candles(((-.23, .16, .15), (.21, .17, .11)))
@product("gifts/rose-bouquet")
def rose_bouquet():
    corner(ROSE, (1, .50, .18), top="darkwood", cam=(0, -1.10, .66), target=(0, 0, .185), lens=74, key=10, rim=9, fill=2.5); bouquet((0, 0, 0), 34, 1.0, [rosem((.50, .008, .026)), rosem((.42, .006, .022))], wrap=(.46, .31, .23))
    petals(34, lambda: (R.uniform(-.28, .28), R.uniform(-.28, .1)), (.011, .018)); side_candles(((-.235, .12, .16), (.235, .10, .10), (.30, .22, .18)))
@product("gifts/teddy-bear")
def teddy_bear():
    corner(VIOLET, (1, .55, .22), top="walnut", cam=(.06, -1.25, .34), target=(0, -.02, .175), lens=74, key=8, rim=9, fill=2.5, keyc=(1, .84, .66)); teddy((0, .02, .004), 1.0, rot=-.10)
    gift((.225, .03, 0), (.13, .13, .10), mat("gp", (.34, .012, .045), .35, coat=.3), "gold", .4); heart_solid((-.20, -.02, .055), .055, mat("hcush", (.50, .012, .04), .5, sheen=.8), .012, (pi / 2 - .25, 0, .3), .014); petals(12, lambda: (R.uniform(-.28, .28), R.uniform(-.33, -.22)), (.011, .017)); side_candles(((-.27, .20, .15), (.30, .24, .19)))

# ================= add-ons
@product("addons/balloon-bouquet")
def balloon_bouquet():
    studio(VIOLET, (1, .52, .18), "slat", cam=(0, -4.3, 1.25), target=(0, 0, 1.22), lens=52, key=110, rim=60); ms = [balm((1, .62, .25), "chrome"), balm((.80, .10, .30), "pearl"), balm((.30, .10, .70), "pearl"), balm((.95, .62, .58), "pearl"), balm((1, .62, .25), "chrome")]
    P = [(0, 0, 2.05), (-.26, .10, 1.96), (.27, .05, 1.97), (-.14, -.16, 1.76), (.17, -.18, 1.74), (-.40, .0, 1.66), (.42, -.02, 1.66), (.0, .16, 1.72), (-.22, .02, 1.50), (.24, .02, 1.48), (.0, -.16, 1.47)]
    for i, p in enumerate(P): balloon(p, .165 + .012 * (i % 3), ms[i % 5], (p[1] * .5, p[0] * .55, i), string=(0, 0, .26))
    gift((0, 0, 0), (.26, .26, .22), mat("gp", (.34, .012, .045), .35, coat=.3), "gold", .5); gift((.42, .18, 0), (.20, .20, .15), mat("gp2", (.10, .03, .22), .35, coat=.3), "rosegold", .2); curtain_lights(-2.2, 2.2, 1.45, .2, 3.1, 26, 18, inten=.045); petals(40, lambda: (R.uniform(-1, 1), R.uniform(-.9, .5)), (.03, .05))
    for x in (-.75, -.60, .85): candle((x, .35 + .2 * abs(x), 0), .045, .16 if x < -.7 else .26, power=1.6)
@product("addons/candle-path", also=[("services/candlelight-pathway.webp", SQ, (.06, .22, .78, .94))])
def candle_path():
    world((.010, .006, .014), 1.0); box((0, 3, -.05), (6, 10, .1), "darkwood"); D = 5.2; box((0, D + .1, 1.6), (7, .1, 3.4), fabric((.14, .010, .03))); n = 120; v = []; F = []
    for i in range(n + 1): x = -3.4 + 6.8 * i / n; yy = D - .10 - .08 * sin(i * .9); v += [(x, yy, 0), (x, yy, 3.2)]
    for i in range(n): F.append([2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1])
    link(mk("curt", v, F), fabric((.20, .012, .035))); hw = .72; P = [(-hw, D - .35, 0)] + [(-hw * cos(t), D - .35, 1.55 + hw * sin(t)) for t in np.linspace(0, pi, 30)] + [(hw, D - .35, 0)]; tube(P, .018, glow((1, .52, .20), 9), 8, emis=True); area((0, D - .6, .3), (0, D, 1.6), (1.4, .1), (1, .50, .20), 30)
    heart_roses((0, 3.9, 0), .42, 46, .075) if 0 else None; point((0, D - .8, 1.6), (1, .45, .2), 40, .4); area((0, D - .4, 3.1), (0, D, 0), (4.5, .2), (1, .12, .25), 60)
    for i in range(8):
        y = -.55 + i * .64
        for s in (-1, 1):
            x = s * (.50 + .05 * R.uniform(-1, 1)); h = R.uniform(.09, .22); candle((x, y, 0), .042, h, power=.85 if i < 6 else 1.2); tealight((x - s * .14, y + .30, 0), 0, glass=True, glowk=1.5)
            if i % 2: candle((x + s * .16, y + .10, 0), .038, h * .6 + .03)
    petals(900, lambda: (R.gauss(0, .19), R.uniform(-.9, 4.6)), (.020, .034)); petals(160, lambda: (R.uniform(-.9, .9), R.uniform(-.9, 4.6)), (.020, .034)); camera((0, -1.75, .52), (0, 2.2, .30), 34, f=4, focus=(0, .2, .1)); S["meta"].update(ev=.75, bloom=.28, vig=.3)
@product("addons/confetti")
def confetti():
    corner(MAGENTA, (1, .55, .20), top="marble", ev=.8, cam=(0, -1.25, .30), target=(0, 0, .235), lens=64, key=9, rim=9, fill=3, k=1.3); ms = confmats(); 
    for base, tilt, m, m2 in (((-.10, 0, .002), .50, "gold", (.55, .02, .10)), ((.13, .05, .002), -.34, "rosegold", (.20, .05, .50))):
        M4 = Matrix.Translation(base) @ Matrix.Rotation(tilt, 4, "Y"); X0 = set(bpy.context.scene.collection.objects); link(lathe([(.0001, 0), (.022, 0), (.024, .003), (.024, .030), (.027, .034), (.027, .038), (.030, .150), (.0315, .152), (.0315, .158), (.029, .158), (.026, .10), (.0001, .09)], 48), M(m), (0, 0, 0))
        for k in range(3): tube([(.0283 * cos(t), .0283 * sin(t), .06 + .03 * k) for t in np.linspace(0, 2 * pi, 48)[:-1]], .0022, mat("band%s" % (m2,), m2, .3, coat=.5), 6, closed=True)
        for q in [q for q in bpy.context.scene.collection.objects if q not in X0]: q.matrix_world = M4 @ Matrix.LocRotScale(q.location, q.rotation_euler, q.scale)
        top = M4 @ Vector((0, 0, .158)); ax = (M4.to_3x3() @ Vector((0, 0, 1)))
        def burst():
            L = .03 + .34 * R.random() ** .75; sp = .42 * (L + .03) ; p = top + ax * L + Vector((R.gauss(0, sp * .42), R.gauss(0, sp * .42), R.gauss(0, sp * .36) - .18 * L * L)); return p if p.z > .01 else None
        confetti_bits(330, burst, ms, (.009, .020))
        for k in range(5):
            d = (ax + Vector((R.gauss(0, .22), R.gauss(0, .2), R.gauss(0, .15)))).normalized(); ph = R.uniform(0, 6); L = R.uniform(.2, .34); v = []; F = []
            for i in range(90): t = i / 89; q = top + d * (L * t) + Vector((.020 * t ** .3 * cos(ph + 26 * t), .020 * t ** .3 * sin(ph + 26 * t), -.14 * t * t)); v += [q, q + Vector((.003, .0, .007))]
            for i in range(89): F.append([2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2])
            link(mk("stream", v, F), ms[k % 6])
    confetti_bits(170, lambda: (R.uniform(-.36, .36), R.uniform(-.42, .28), .004, (R.uniform(-.25, .25), R.uniform(-.25, .25), R.uniform(0, 6))), ms, (.012, .020)); side_candles(((-.30, .20, .12), (.32, .24, .15)))
@product("addons/fog-entry")
def fog_entry():
    world((.008, .006, .014), 1.0); D = 3.2; box((0, 2, -.05), (8, 12, .1), "marble"); w, h = 1.9, 2.35
    for s in (-1, 1): box((s * (w / 2 + 1.6), D, 1.7), (3.2, .2, 3.4), fabric((.05, .02, .09)) if 0 else "wallpaint"); slats_y(D - .10, s * (w / 2 + .2) if s > 0 else -3.4, 3.4 if s > 0 else -(w / 2 + .2), 0, 3.2, -1, "wood"); box((s * (w / 2 + .07), D - .06, h / 2), (.14, .26, h), "gold", r=.01); box((s * (w / 2 + .42), D + .62, h / 2), (.06, 1.0, h), "walnut", (0, 0, s * -.5))
    box((0, D, h + .6), (w + .3, .2, 1.2), "wallpaint"); box((0, D - .06, h + .05), (w + .30, .26, .14), "gold", r=.01); P = [(-w / 2 - .02, D - .2, 0), (-w / 2 - .02, D - .2, h), (w / 2 + .02, D - .2, h), (w / 2 + .02, D - .2, 0)]; [led(a, b, VIOLET, 9, .012, 16, (0, 0, 1.2)) for a, b in zip(P, P[1:])]
    plane((0, D + 2.6, 1.4), (5, 3.4), imgmat("beyond", screen_img("aurora")[::1] * .55, 1.0), (pi / 2, 0, 0), emis=True); area((0, D + 1.8, 1.9), (0, 0, .3), (1.6, 1.4), (.55, .35, 1.0), 130); area((0, D + 1.5, 2.3), (0, D - 1, 0), (1.4, .4), (1, .5, .3), 90)
    for s in (-1, 1):
        for k in range(2):
            x, y = s * 1.12, D - 1.0 - 1.5 * k; link(lathe([(.0001, 0), (.15, 0), (.15, .015), (.10, .03), (.026, .05), (.024, .92), (.034, .94), (.034, .97), (.0001, .98)], 36, key="post"), M("gold"), (x, y, 0)); ball((x, y, 1.01), .045, "gold")
        tube([(s * 1.12, D - 1.0 - 1.5 * t, .92 - .26 * 4 * t * (1 - t)) for t in np.linspace(0, 1, 24)], .024, fabric((.28, .012, .04)), 10)
        fx = s * .80; cyl((fx, D - .75, 0), .08, .18, "black", .01)
        for i in range(520):
            t = R.random() ** .8; a = R.gauss(0, .10 + .16 * t); hh = 1.75 * t * (1 - .12 * R.random()); pt((fx + hh * a * .45, D - .75 + hh * R.gauss(0, .1) * .4, .2 + hh), (1, .72, .38), 1.1 * (1.1 - t) * R.uniform(.2, 1.2))
        point((fx, D - .75, .7), (1, .60, .28), 40, .2)
    box((0, .6, .006), (1.5, 6, .012), fabric((.24, .010, .035)))
    area((-2.2, -1.5, 2.8), (0, 1, .5), (.8, .8), (.5, .35, 1.0), 60); camera((0, -2.7, 1.05), (0, D, 1.12), 33, f=5.6, focus=(0, 1.8, 1))
    S["fog"] = dict(top=.62, density=2.6, scale=1.3, ambient=(.020, .014, .034), box=(-3.2, 3.2, -2.2, D + 2.4), far=12, seed=(3, 1, 0), lights=[dict(pos=(0, D + .9, 1.2), color=(.60, .38, 1.0), power=1.3, r2=.5), dict(pos=(-.8, D - .75, .5), color=(1, .55, .25), power=.16), dict(pos=(.8, D - .75, .5), color=(1, .55, .25), power=.16)]); S["meta"].update(ev=.55, bloom=.30, vig=.28)
@product("addons/led-name", also=[("services/led-name-display.webp", SQ, (.22, .23, .78, .79))])
def led_name():
    studio(VIOLET, (1, .50, .18), "plain", y=1.0, cam=(0, -3.0, 1.42), target=(0, 0, 1.36), lens=62, key=34, rim=20, wash=.35, pos=(-1.6, -1.2, 2.6)); 
    for i in range(760):  # a wall of leaves behind the name
        x, z = R.uniform(-1.45, 1.45), R.uniform(.55, 2.35); leaf((x, .93 + R.uniform(-.05, .03), z), R.uniform(.10, .17), (R.uniform(.9, 2.2), R.uniform(-.6, .6), R.uniform(-2.6, 2.6) * .5 + (pi if R.random() < .5 else 0)))
    box((0, .97, 1.45), (3.0, .06, 1.9), mat("hedge", (.008, .022, .010), .9)); 
    for i in range(26): rose((R.choice((-1, 1)) * R.uniform(.65, 1.4), .86, R.choice((R.uniform(.6, 1.0), R.uniform(1.9, 2.3)))), R.uniform(.06, .09), rosem((.75, .20, .26)) if i % 2 else rosem((.80, .62, .54)), (pi / 2, R.uniform(-.4, .4), 0))
    neon("Meera", (0, .74, 1.46), .62, (1, .20, .42), power=30, r=.009); tube([(-.52 + 1.04 * t, .74, 1.12 + .035 * sin(t * pi * 2)) for t in np.linspace(0, 1, 40)], .009, glow((1, .62, .25), 9), 8, emis=True); point((0, .6, 1.12), (1, .6, .25), 5, .2)
    box((0, .55, .40), (2.2, .5, .80), "walnut", r=.01); led((-1.1, .29, .775), (1.1, .29, .775), (1, .5, .18), 6, .007, 5, (0, -1, .2)); ms = [balm((1, .62, .25), "chrome"), balm((.85, .35, .42), "pearl"), balm((.42, .14, .70), "pearl")]
    for x, y, h in ((-.85, .50, .16), (-.70, .42, .10), (-.98, .42, .08), (.80, .45, .14), (.66, .40, .08)): candle((x, y, .80), .04, h, power=.7)
    vase((.98, .52, .80), .95, flowers=12, fm=rosem((.75, .20, .26))); balloon_arch([(-1.55, .5, .1), (-1.5, .55, 1.2), (-1.35, .6, 2.2), (-.9, .6, 2.6)], ms, 46, (.07, .15), .14)
@product("addons/led-number")
def led_number():
    studio(MAGENTA, (1, .50, .18), "curtain", cam=(0, -3.9, 1.0), target=(0, 0, .80), lens=60, key=50, rim=50, wallc=(.10, .02, .16), wash=.8); body, face = mat("mbody", (.75, .70, .66), .35, coat=.3), mat("mface", (.62, .50, .38), .4); marquee("25", (0, .1, .0), 1.42, body, face)
    ms = [balm((1, .62, .25), "chrome"), balm((.80, .10, .30), "pearl"), balm((.42, .14, .70), "pearl"), balm((.95, .62, .58), "pearl")]
    for i in range(34): x = R.choice((-1, 1)) * R.uniform(.45, 1.35); balloon((x, R.uniform(-.25, .6), R.uniform(.10, .20)), R.uniform(.10, .17), R.choice(ms))
    for i in range(9): balloon((R.choice((-1, 1)) * R.uniform(.85, 1.45), R.uniform(.3, .9), R.uniform(1.3, 2.3)), .17, R.choice(ms), (0, 0, i), string=1.0)
    confetti_bits(260, lambda: (R.uniform(-1.3, 1.3), R.uniform(-1.3, .2), .004, (R.uniform(-.2, .2), R.uniform(-.2, .2), R.uniform(0, 6))), confmats(), (.03, .05)); curtain_lights(-2.0, 2.0, 1.40, .3, 2.9, 20, 14, inten=.03)
@product("addons/photo-clippings")
def photo_clippings():
    studio((1, .30, .12), (1, .52, .20), "plain", y=.6, cam=(0, -1.75, 1.42), target=(0, 0, 1.39), lens=56, key=16, rim=6, wash=.12, pos=(-1.3, -1.2, 2.2), to=(0, .3, 1.4)); box((0, .58, 1.5), (4, .06, 3), "walnut"); ph = [lambda: paper("dusk"), lambda: screen_photo("velvet-4"), lambda: paper("rose"), lambda: screen_photo("celeste-3"), lambda: paper("gold"), lambda: screen_photo("aurora-4"), lambda: paper("sea"), lambda: screen_photo("nebula-1"), lambda: screen_photo("celeste-4")]
    k = 0
    for row, (z, n) in enumerate(((1.84, 3), (1.50, 3), (1.16, 3))):
        sag = .055; p0, p1 = (-.70, .44, z), (.70, .44, z); bulbs(p0, p1, 16, sag, k=16)
        for i in range(n):
            t = (i + .5) / n + R.uniform(-.02, .02); x = -.70 + 1.40 * t; zz = z - sag * 4 * t * (1 - t); tilt = R.uniform(-.13, .13); s = .235; polaroid((x + .13 * tilt, .43, zz - .148), s, ph[k](), (pi / 2 + R.uniform(-.05, .05), tilt, 0), "pol%d" % k); box((x, .425, zz - .004), (.012, .016, .042), mat("peg", (.42, .24, .10), .6), (0, tilt, 0), r=.002); k += 1
    for p in np.linspace(-.7, .7, 5): point((p, .30, 1.45), (1, .55, .22), 1.0, .1)
@product("addons/rose-heart-table")
def rose_heart_table():
    world((.012, .008, .018), 1.0); box((0, 1.0, -.05), (6, 7, .1), "carpetred"); backdrop(ROSE, (1, .50, .18), k=1.2, y=3.6, bokeh=0); cyl((0, 0, .70), .50, .035, "marble", .008, 72); cyl((0, 0, 0), .05, .70, "brass"); z = .735; red = rosem((.52, .008, .028)); heart_roses((0, -.02, z), .235, 40, .036, red); heart_roses((0, -.02, z), .165, 26, .033, red); petals(150, lambda: (lambda q, t: (hheart(t)[0] * q, hheart(t)[1] * q - .02))(.13 * math.sqrt(R.random()), R.uniform(0, 6.3)), (.016, .026), red, z + .003)
    candle((0, .0, z), .024, .075, power=.5, glowk=.35)
    for i in range(14):
        t = 2 * pi * (i + .5) / 14; p = (.415 * cos(t), .415 * sin(t), z); tealight(p, .12 if i % 2 else 0, glowk=.45, glass=True)
    for x, y in ((-.27, .25), (-.20, .29)): flute((x, y, z), h=.22)
    vase((.24, .27, z), .55, flowers=9, fm=red)
    petals(60, lambda: (lambda q, t: (q * cos(t), q * sin(t)))(R.uniform(.28, .46), R.uniform(0, 6.3)), (.016, .026), red, z + .003)
    for _ in range(90): pt((R.uniform(-1.4, 1.4), R.uniform(1.6, 3.3), R.uniform(.2, 1.5)), R.choice(((1, .6, .26), (1, .6, .26), ROSE)), .5 * R.random() ** 1.5, rad=R.uniform(.035, .055))
    sofa((0, 1.75, 0), 0, 3, fabric((.20, .012, .030)), [fabric((.60, .32, .10), "soft"), fabric((.45, .03, .08), "soft")]); area((-.9, -.5, 1.9), (0, 0, z), (.8, .7), (1, .80, .62), 22); area((1.5, .5, 1.3), (0, 0, z), (.3, .6), ROSE, 14); camera((0, -1.05, 1.72), (0, .045, .735), 52, f=6.3, focus=(0, -.1, z)); S["meta"].update(ev=.65, bloom=.24, vig=.3)
