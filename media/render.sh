#!/bin/sh
# Renders the demo pictures of one folder, or single ones, into public/media.
#   media/render.sh gallery                 every picture of the folder
#   media/render.sh gallery/candle-path-3   one picture
#   media/render.sh clips                   the moving pictures; clips/showcase is one of them
#   media/render.sh --preview gallery/candle-path-3   small and quick, left in .render
# See media/README.md. Needs Debian's blender, python3-numpy, python3-pil, python3-scipy, gcc, ffmpeg and fonts.
set -eu
cd "$(dirname "$0")/.."
export WORK="${WORK:-$PWD/.render}"
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$WORK"
BLENDER="${BLENDER:-nice -n 19 blender -b -t 2}"
PYTHON="${PYTHON:-/usr/bin/python3}"
SCRIPTS=media/scripts
PREVIEW_FLAG=''
if [ "${1:-}" = '--preview' ]; then PREVIEW_FLAG='--preview'; shift; fi
[ $# -gt 0 ] || { sed -n '2,7p' "$0"; exit 2; }

one() {
  name="$1"
  id="$(printf %s "$name" | sed 's|/|__|g')"
  [ -z "$PREVIEW_FLAG" ] || id="p_$id"
  # shellcheck disable=SC2086
  $BLENDER -P "$SCRIPTS/scenes.py" -- $PREVIEW_FLAG "$name" > "$WORK/$id.log" 2>&1 || true
  [ -f "$WORK/${id}_b.exr" ] || { tail -n 20 "$WORK/$id.log"; exit 1; }
  "$PYTHON" "$SCRIPTS/post.py" "$id"
  rm -f "$WORK/${id}_a.exr" "$WORK/${id}_b.exr" "$WORK/${id}_g.exr"
}

# clips are made from finished sets: those that are not there yet are rendered first
clips() {
  for name in $("$PYTHON" "$SCRIPTS/clips.py" --sources "$@"); do [ -f "$WORK/$(printf %s "$name" | sed 's|/|__|g').npz" ] || one "$name"; done
  "$PYTHON" "$SCRIPTS/clips.py" "$@"
}

for wanted in "$@"; do
  case "$wanted" in
    clips) clips ;;
    clips/*) clips "${wanted#clips/}" ;;
    brand) node "$SCRIPTS/brand.mjs" ;;
    reviewers) "$PYTHON" "$SCRIPTS/portraits.py" ;;
    reviewers/*) "$PYTHON" "$SCRIPTS/portraits.py" "${wanted#reviewers/}" ;;
    */*) one "$wanted" ;;
    *)
      # shellcheck disable=SC2086
      jobs="$($BLENDER -P "$SCRIPTS/scenes.py" -- --list 2>/dev/null | grep "^$wanted/" || true)"
      [ -n "$jobs" ] || { echo "no scenes in folder $wanted" >&2; exit 1; }
      for job in $jobs; do one "$job"; done
      ;;
  esac
done
