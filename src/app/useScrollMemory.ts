import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const settleMs = 250;
const giveUpMs = 5_000;

type Remembered = { scrollY?: number } | null;
const remembered = (): number => (history.state as Remembered)?.scrollY ?? 0;
const remember = (): void =>
  history.replaceState({ ...(history.state as object | null), scrollY: Math.round(scrollY) }, '');

/** Scrolls once the page is long enough, unless the user scrolls first. */
function scrollWhenPossible(top: number): () => void {
  const page = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (page.scrollHeight < top + innerHeight) return;
    scrollTo(0, top);
    stop();
  });
  const timer = setTimeout(stop, giveUpMs);
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    moves.forEach((move) => removeEventListener(move, stop));
  }
  moves.forEach((move) => addEventListener(move, stop));
  observer.observe(document.body);
  return stop;
}

/**
 * Restores the scroll position on Back. The browser restores it too early, before a form has
 * loaded. The position is stored in the history entry.
 */
export function useScrollMemory(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    history.scrollRestoration = 'manual';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(remember, settleMs);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('pagehide', remember);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', remember);
    };
  }, [key]);

  useEffect(
    () => (isReturn && remembered() > 0 ? scrollWhenPossible(remembered()) : undefined),
    [key, isReturn],
  );
}
