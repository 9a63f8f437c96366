"""Cross-validation of one recipe: python -m training.explore DATA name key=value ..."""
import json, sys, time
from dataclasses import replace, fields
from pathlib import Path
import numpy as np, torch
from training.fit import *
from training.pages import *
torch.set_float32_matmul_precision("high")

def main():
    data, name, *args = sys.argv[1:]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    opts = dict(a.split("=") for a in args)
    extra = tuple(opts.pop("extra").split(",")) if opts.get("extra") else ()
    opts.pop("extra", None)
    folds = [int(f) for f in opts.pop("folds", "01234")]
    t0 = time.time()
    pages = read_pages(Path(data), device, PACKAGES + extra)
    width = pages.x.shape[1]
    nd = 109
    kind = {f.name: f.type for f in fields(Recipe)}
    rec = Recipe(hints=(nd + 32, nd + 32 + 256))
    for k, v in opts.items():
        t = kind[k]
        rec = replace(rec, **{k: tuple(v.split("+")) if "tuple" in t else (int(v) if t == "int" else float(v))})
    fold = np.array([a["fold"] for a in pages.about]); pk = np.array([a["package"] for a in pages.about])
    main_ = np.isin(pk, PACKAGES)
    allowed = np.stack([(fold != f) for f in folds])
    t1 = time.time()
    logits = 0
    for s in range(rec.seeds):
        tr = train(pages, allowed, replace(rec, seed=rec.seed + s), quiet="-v" not in name)
        logits = logits + predict(pages, tr, np.arange(len(pages))).cpu().numpy() / rec.seeds
    t2 = time.time()
    rows, idx = [], []
    rows5 = []
    for k, f in enumerate(folds):
        ch = np.flatnonzero((fold == f) & main_)
        rows.append(scores(pages, logits[k], ch)); rows5.append(scores(pages, logits[k], ch, best=False)); idx.append(ch)
    idx = np.concatenate(idx)
    tb, t5 = table(pages, idx, np.concatenate(rows)), table(pages, idx, np.concatenate(rows5))
    par = sum(p[0].numel() for p in tr.networks.parameters())
    print(name, args, "params", par, "load %.0f train %.0f" % (t1 - t0, t2 - t1))
    print("  F1*", " ".join(f"{k.replace('wcxb/','/')[:9]} {v:.4f}" for k, v in sorted(tb.items(), key=lambda kv: (kv[0] != 'mean', '/' in kv[0], kv[0]))))
    print("  .5 ", " ".join(f"{k.replace('wcxb/','/')[:9]} {v:.4f}" for k, v in sorted(t5.items(), key=lambda kv: (kv[0] != 'mean', '/' in kv[0], kv[0]))), flush=True)
main()
