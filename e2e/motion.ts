import type { Page } from '@playwright/test';

declare global {
  var reportMotion: (what: string) => Promise<void>;
}

/** What moves on a page from its next address on, as it goes: transitions, animations and smooth scrolling that take longer than a blink. */
export async function watchMotion(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('reportMotion', (what: string) => {
    seen.push(what);
  });
  await page.addInitScript(() => {
    const blinkMs = 10;
    const report = (what: string, target: unknown) => {
      const where =
        target instanceof Element
          ? `${target.tagName.toLowerCase()}${target.id && `#${target.id}`} "${target.textContent.slice(0, 40)}" in ${target.parentElement?.tagName.toLowerCase() ?? 'nothing'}`
          : 'the window';
      void globalThis.reportMotion(`${what}: ${where}`);
    };
    const isLong = (animation: Animation) =>
      Number(animation.effect?.getComputedTiming().duration ?? 0) > blinkMs;
    const isNamed = (animation: Animation, name: string) =>
      (animation instanceof CSSTransition
        ? animation.transitionProperty
        : animation instanceof CSSAnimation
          ? animation.animationName
          : '') === name;
    const look = (name: string, target: EventTarget | null) => {
      if (
        target instanceof Element &&
        target.getAnimations({ subtree: true }).some((each) => isNamed(each, name) && isLong(each))
      )
        report(name, target);
    };
    addEventListener(
      'transitionrun',
      ({ propertyName, target }) => look(propertyName, target),
      true,
    );
    addEventListener(
      'animationstart',
      ({ animationName, target }) => look(animationName, target),
      true,
    );
    addEventListener(
      'scroll',
      ({ target }) => {
        const scrolled = target instanceof Element ? target : document.documentElement;
        if (getComputedStyle(scrolled).scrollBehavior === 'smooth')
          report('smooth scrolling', scrolled);
      },
      true,
    );
    const { animate } = Element.prototype;
    Element.prototype.animate = function watched(...all) {
      const animation = animate.apply(this, all);
      if (isLong(animation)) report('animate()', this);
      return animation;
    };
    for (const owner of [Element.prototype, window] as unknown as Record<
      string,
      (...all: unknown[]) => unknown
    >[]) {
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
  });
  return seen;
}
