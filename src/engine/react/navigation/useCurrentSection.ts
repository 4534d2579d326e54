import { useEffect, useState } from 'react';
import { getSectionId } from '../context/ids.ts';

/**
 * Returns the section in view: the last one whose headline has passed the upper third of the
 * window.
 */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(' ');

  useEffect(() => {
    const pick = () => {
      const passed = ids
        .split(' ')
        .filter(
          (id) =>
            (document.getElementById(getSectionId(id))?.getBoundingClientRect().top ?? Infinity) <
            innerHeight / 3,
        );
      setCurrent(passed.at(-1) ?? ids.split(' ')[0]);
    };
    pick();
    addEventListener('scroll', pick, { passive: true });
    addEventListener('resize', pick);
    return () => {
      removeEventListener('scroll', pick);
      removeEventListener('resize', pick);
    };
  }, [ids]);
  return current;
}
