import { styled } from '@linaria/react';
import { useState } from 'react';
import { localized } from '#schemas/common.ts';
import type { FormPage } from '#schemas/forms.ts';
import { useFormContext, useFormSteps } from './context.ts';
import { Element } from './Element.tsx';
import { fieldGrid } from './fieldGrid.ts';
import { sectionId } from './ids.ts';
import { Review } from './Review.tsx';
import { sectionsOf } from './sections.ts';

const SectionBox = styled.section`
  & + & { padding-top: var(--s-8); margin-top: var(--s-8); border-top: 1px solid var(--border); }
  > h2, > h3 { margin-bottom: var(--s-2); scroll-margin-top: 6rem; }
  > p { color: var(--muted); max-width: 56ch; }
  > div { margin-top: var(--s-6); }
`;

const PageBox = styled.div`
  > h2 { margin-bottom: var(--s-6); scroll-margin-top: 6rem; }
`;

/** The form as RJSF's root field: its one page, or the steps through several. */
export function SectionLayout() {
  const { engine: { pages } } = useFormContext();
  const steps = useFormSteps();
  const [first] = pages;
  return steps.list.length === 0 ? first && <Sections page={first} Title="h2" /> : <Pages />;
}

/** Pages are drawn when they are reached, and stay: what runs on them (an upload) goes on. */
function Pages() {
  const { engine: { pages }, language } = useFormContext();
  const steps = useFormSteps();
  const current = steps.list[steps.current]?.id;
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  if (current !== undefined && !drawn.has(current)) setDrawn(new Set([...drawn, current]));
  return (
    <>
      {pages.filter(({ id }) => drawn.has(id) || id === current).map((page) => (
        <PageBox key={page.id} hidden={page.id !== current}>
          <h2 id={sectionId(page.id)} tabIndex={-1}>{localized(page.title, language)}</h2>
          <Sections page={page} Title="h3" />
        </PageBox>
      ))}
      {steps.current === steps.list.length - 1 && <Review steps={steps} />}
    </>
  );
}

function Sections({ page, Title }: { page: FormPage; Title: 'h2' | 'h3' }) {
  const { engine: { registry }, language } = useFormContext();
  return sectionsOf(page, registry, language).map((section) => (
    <SectionBox key={section.id} aria-labelledby={section.isTitled ? sectionId(section.id) : undefined}>
      {section.isTitled && <Title id={sectionId(section.id)} tabIndex={-1}>{section.title}</Title>}
      {section.help && <p>{section.help}</p>}
      <div className={fieldGrid}>{section.elements.map((element) => <Element key={element.id} element={element} address={element.id} />)}</div>
    </SectionBox>
  ));
}
