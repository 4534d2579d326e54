import { css, cx } from '@linaria/core';
import { styled } from '@linaria/react';
import { useEffect, useState } from 'react';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import { useFormContext } from '../context/formContext.ts';
import { useFormSteps } from '../navigation/stepsContext.ts';
import { fieldGrid } from '../fields/fieldGrid.ts';
import { renderText } from '../fields/renderText.tsx';
import { getSectionId } from '../context/ids.ts';
import { Review } from '../review/Review.tsx';
import { listSections } from '../navigation/sections.ts';
import { chunkElements } from './chunkElements.ts';
import { unfinishedUploads } from '../services/uploads.ts';
import { useOptionalService } from '../services/useService.ts';
import { getPage } from '../navigation/useSteps.ts';

const SectionBox = styled.section`
  & + & {
    padding-top: var(--s-8);
    margin-top: var(--s-8);
    border-top: 1px solid var(--border);
  }
  > h2,
  > h3 {
    margin-bottom: var(--s-2);
    scroll-margin-top: 6rem;
  }
  > p {
    color: var(--muted);
    max-width: 56ch;
  }
  > div {
    margin-top: var(--s-6);
  }
  > div:first-child {
    margin-top: var(--form-lead, var(--s-6));
  } /* content above the form sets --form-lead */
`;

const chunkList = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-6);
`;

const chunkClass = css`
  contain: layout style;
  &:empty {
    display: none;
  }
  &:focus-within {
    z-index: 1;
  } /* so that an open list covers the next chunks */
`;

/*
 * Skips style, layout and paint of chunks outside of the viewport; find, focus and print still
 * work. Requires scroll anchoring. Safari lacks it, and finds no text in skipped chunks.
 */
const skipOffscreen = css`
  @supports (overflow-anchor: auto) {
    content-visibility: auto;
  }
  &:focus-within {
    content-visibility: visible;
  } /* because its edges would cut off focus rings and open lists */
  @media print {
    content-visibility: visible;
  }
`;

/**
 * Maximum number of elements of a page without skipped chunks, so that a full-page screenshot is
 * complete.
 */
const shortPage = 60;

/** Estimated height of an element with its label, in rem. */
const usualHeight = 5.5;

const PageBox = styled.div`
  > h2 {
    margin-bottom: var(--s-6);
    scroll-margin-top: 6rem;
  }
`;

/** Root field of RJSF: renders the only page, or the steps of several. */
export function SectionLayout() {
  const {
    engine: { pages },
  } = useFormContext();
  const steps = useFormSteps();
  const [first] = pages;
  return steps.list.length === 0 ? first && <Sections page={first} Title="h2" /> : <Pages />;
}

/** Renders pages once they are reached or have a pending upload. They stay mounted afterwards. */
function Pages() {
  const { engine, language } = useFormContext();
  const unfinished = useOptionalService(unfinishedUploads);
  const { pages } = engine;
  const steps = useFormSteps();
  const current = steps.list[steps.current]?.id;
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  if (current !== undefined && !drawn.has(current)) setDrawn(new Set([...drawn, current]));
  useEffect(() => {
    void unfinished
      ?.list()
      .then((left) =>
        setDrawn(
          (before) =>
            new Set([...before, ...left.flatMap(({ place }) => getPage(engine, place) ?? [])]),
        ),
      );
  }, [unfinished, engine]);
  return (
    <>
      {pages
        .filter(({ id }) => drawn.has(id) || id === current)
        .map((page) => (
          <PageBox key={page.id} hidden={page.id !== current}>
            <h2 id={getSectionId(page.id)} tabIndex={-1}>
              {renderText(page.title, language)}
            </h2>
            <Sections page={page} Title="h3" />
          </PageBox>
        ))}
      {steps.current === steps.list.length - 1 && <Review steps={steps} />}
    </>
  );
}

/** The sections of one page, each with its title and elements. */
export function Sections({ page, Title }: { page: FormPage; Title: 'h2' | 'h3' }) {
  const {
    engine: { registry },
    language,
  } = useFormContext();
  const isLong = page.formElements.length > shortPage;
  return listSections(page, registry, language).map((section) => (
    <SectionBox
      key={section.id}
      aria-labelledby={section.isTitled ? getSectionId(section.id) : undefined}
    >
      {section.isTitled && (
        <Title id={getSectionId(section.id)} tabIndex={-1} lang={section.titleLanguage}>
          {section.title}
        </Title>
      )}
      {section.help && <p>{renderText(section.help, language)}</p>}
      <div className={chunkList}>
        {chunkElements(section.elements).map((elements) => (
          <Chunk key={elements[0]?.id} elements={elements} isLazy={isLong} />
        ))}
      </div>
    </SectionBox>
  ));
}

/** A component of its own, so that a keystroke does not render the other chunks. */
function Chunk({ elements, isLazy }: { elements: readonly FormElement[]; isLazy: boolean }) {
  const { ElementComponent } = useFormContext();
  const expected = elements.filter(({ visibleWhen }) => !visibleWhen).length * usualHeight;
  return (
    <div
      className={cx(fieldGrid, chunkClass, isLazy && skipOffscreen)}
      style={isLazy ? { containIntrinsicBlockSize: `auto ${expected}rem` } : undefined}
    >
      {elements.map((element) => (
        <ElementComponent key={element.id} element={element} address={element.id} />
      ))}
    </div>
  );
}
