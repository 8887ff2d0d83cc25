const controls = ':is(a, button, input, label, select, summary, textarea):hover';
/** How long the pointer rests before something moves under it. */
const restMs = 400;

/**
 * Makes a change that moves what stands in an area: at once where no pointer is there, else once the pointer rests, and on no
 * control, which would move away; never while `isHeld`. Returns a function that gives it up.
 */
export function moveAtRest(move: () => void, area: string, isHeld = () => false): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let timer = 0;
  const isOver = (what: string) => document.querySelector(what) !== null;
  const canHover = matchMedia('(hover: hover)').matches;

  function tryIt() {
    if (isHeld() || (canHover && isOver(`${area} ${controls}`))) return;
    abort.abort();
    move();
  }
  function waitForRest() {
    clearTimeout(timer);
    timer = window.setTimeout(tryIt, restMs);
  }
  for (const event of ['pointermove', 'focusin']) document.addEventListener(event, waitForRest, { signal });
  if (isHeld() || (canHover && isOver(`${area}:hover`))) waitForRest();
  else tryIt();
  return () => {
    abort.abort();
    clearTimeout(timer);
  };
}
