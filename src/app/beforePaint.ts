import { readStored, readTabChoice } from '#src/device/storage.ts';
import { showChosenTheme } from '#src/device/theme.ts';

// A script of its own, run in the head: otherwise the page would flash in the wrong theme.
showChosenTheme();

/** The first view is in our first language and logged out. Other visitors wait for their page. */
const { dataset, lang } = document.documentElement;
const isKnown =
  (readStored('language') ?? readTabChoice('invitedLanguage') ?? lang) !== lang ||
  readStored('registeredSession') !== undefined ||
  readStored('unregisteredSession') !== undefined;
if (isKnown) dataset['isKnown'] = '';
if (readStored('consentAcceptedAt') !== undefined) dataset['isInformed'] = '';

/** Loads what waits for the first paint: scripts, and the typeface of headings (base.css). */
function loadRest(): void {
  const template = document.querySelector<HTMLTemplateElement>('#after-paint');
  dataset['isPainted'] = '';
  if (!template) return;
  document.head.append(document.importNode(template.content, true));
  template.remove(); // a second call loads nothing
}

/** A page in a covered window is never painted. */
const paintTimeoutMs = 1_000;
/** Waits for the paint entry: a request made before it competes with what is shown. */
const paintObserver = new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return;
  paintObserver.disconnect();
  loadRest();
});
addEventListener('DOMContentLoaded', () => {
  if (isKnown || document.hidden) return loadRest();
  paintObserver.observe({ type: 'paint', buffered: true });
  setTimeout(loadRest, paintTimeoutMs);
});
