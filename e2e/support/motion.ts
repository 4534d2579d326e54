import type { Page } from '@playwright/test';

declare global {
  var reportMotion: (what: string) => Promise<void>;
}

/** Collects motion of all later documents: transitions, animations and smooth scrolling. */
export async function watchMotion(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('reportMotion', (what: string) => {
    seen.push(what);
  });
  await page.addInitScript(watchAnimations);
  await page.addInitScript(watchScrolling);
  return seen;
}

/** Runs in the page. Reports animations of more than 10 ms. */
function watchAnimations(): void {
  const maxMs = 10;
  const report = (what: string, { tagName, id, textContent, parentElement }: Element) => {
    const name = `${tagName.toLowerCase()}${id && `#${id}`} "${textContent.slice(0, 40)}"`;
    const parent = parentElement?.tagName.toLowerCase() ?? 'nothing';
    void globalThis.reportMotion(`${what}: ${name} in ${parent}`);
  };
  const isLong = (animation: Animation) =>
    Number(animation.effect?.getComputedTiming().duration ?? 0) > maxMs;
  const getName = (animation: Animation) => {
    if (animation instanceof CSSTransition) return animation.transitionProperty;
    return animation instanceof CSSAnimation ? animation.animationName : '';
  };
  const check = (name: string, target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    const animations = target.getAnimations({ subtree: true });
    if (animations.some((each) => getName(each) === name && isLong(each))) report(name, target);
  };
  addEventListener('transitionrun', (event) => check(event.propertyName, event.target), true);
  addEventListener('animationstart', (event) => check(event.animationName, event.target), true);
  const { animate } = Element.prototype;
  Element.prototype.animate = function watched(...all) {
    const animation = animate.apply(this, all);
    if (isLong(animation)) report('animate()', this);
    return animation;
  };
}

/** Runs in the page. Reports smooth scrolling by style or by call. */
function watchScrolling(): void {
  const report = (what: string, target: unknown) => {
    const where = target instanceof Element ? target.tagName.toLowerCase() : 'the window';
    void globalThis.reportMotion(`${what}: ${where}`);
  };
  addEventListener(
    'scroll',
    ({ target }) => {
      const scrolled = target instanceof Element ? target : document.documentElement;
      if (getComputedStyle(scrolled).scrollBehavior === 'smooth')
        report('smooth scrolling', scrolled);
    },
    true,
  );
  type Methods = Record<string, (...all: unknown[]) => unknown>;
  for (const owner of [Element.prototype, window] as unknown as Methods[]) {
    for (const name of ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']) {
      const scroll = owner[name];
      if (!scroll) continue;
      owner[name] = function watched(this: unknown, ...all: unknown[]) {
        if ((all[0] as ScrollToOptions | undefined)?.behavior === 'smooth')
          report(`${name}()`, this);
        return scroll.apply(this, all);
      };
    }
  }
}
