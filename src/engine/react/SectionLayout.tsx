import { styled } from '@linaria/react';
import { useMemo } from 'react';
import { useFormContext } from './context.ts';
import { Element } from './Element.tsx';
import { sectionId } from './ids.ts';
import { sectionsOf } from './sections.ts';

const SectionBox = styled.section`
  & + & { padding-top: var(--s-8); margin-top: var(--s-8); border-top: 1px solid var(--border); }
  > h2 { margin-bottom: var(--s-2); scroll-margin-top: 6rem; }
  > p { color: var(--muted); max-width: 56ch; }
`;

const Fields = styled.div`
  display: grid; gap: var(--s-6) var(--s-5); grid-template-columns: repeat(2, minmax(0, 1fr)); margin-top: var(--s-6);
  @media (max-width: 359px) { > [data-width='half'] { grid-column: 1 / -1; } }
`;

/** The form as RJSF's root field: sections, and in them the elements, each drawn by its own view. */
export function SectionLayout() {
  const { engine: { content }, language } = useFormContext();
  const sections = useMemo(() => sectionsOf(content, language), [content, language]);
  return sections.map((section) => (
    <SectionBox key={section.id} aria-labelledby={section.isTitled ? sectionId(section.id) : undefined}>
      {section.isTitled && <h2 id={sectionId(section.id)} tabIndex={-1} data-element="headline">{section.title}</h2>}
      {section.help && <p>{section.help}</p>}
      <Fields>{section.elements.map((element) => <Element key={element.id} element={element} />)}</Fields>
    </SectionBox>
  ));
}
