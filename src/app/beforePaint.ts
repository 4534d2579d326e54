import { readStored, readTabChoice } from '#src/lib/storage.ts';
import { showChosenTheme } from '#src/lib/theme.ts';

/** Runs while the head is read, or the page would show in the wrong theme for a moment: a script of its own (vite.config.ts). */
showChosenTheme();

/** What the server has drawn (firstView.tsx) is for somebody new. Whoever speaks another language or is logged in waits for their own page. */
const { dataset, lang } = document.documentElement;
const isKnown =
  (readStored('language') ?? readTabChoice('invitedLanguage') ?? lang) !== lang ||
  readStored('registeredSession') !== undefined ||
  readStored('unregisteredSession') !== undefined;
if (isKnown) dataset['isKnown'] = '';
if (readStored('consentAcceptedAt') !== undefined) dataset['isInformed'] = '';

/** What waits until the page has been painted: scripts, and the typeface of headings (base.css). */
function fetchRest(): void {
  const waiting = document.querySelector<HTMLTemplateElement>('#after-paint');
  dataset['isPainted'] = '';
  if (!waiting) return;
  document.head.append(document.importNode(waiting.content, true));
  waiting.remove(); // once
}

/** A page that is covered meanwhile is never painted. */
const paintedWithinMs = 1_000;
/** When the browser says so: to be drawn in the next frame is not to be seen yet, and what is fetched then takes the line from what is shown. */
const painted = new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return;
  painted.disconnect();
  fetchRest();
});
addEventListener('DOMContentLoaded', () => {
  if (isKnown || document.hidden) return fetchRest();
  painted.observe({ type: 'paint', buffered: true });
  setTimeout(fetchRest, paintedWithinMs);
});

/** What is pressed before the page itself is there is pressed then (takeOver.ts). */
addEventListener('click', ({ target }) => {
  if (target instanceof Element)
    target.closest('#first-view button')?.setAttribute('data-pressed', '');
});
