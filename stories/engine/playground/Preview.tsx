import { styled } from '@linaria/react';
import { Suspense, useEffect, useState } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { localize, type Language } from '#schemas/platform/common.ts';
import type { FormContent, FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { AnswerList } from '#src/engine/react/review/AnswerList.tsx';
import { createFormEngine, type FormEngine } from '#src/engine/react/context/formEngine.ts';
import { useViews } from '#src/engine/react/context/loadViews.ts';
import { compileValidatorModule } from '#src/engine/testing/compileCheck.ts';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import { Note } from '#src/ui/Note.tsx';
import { parsePath, type LocatedFinding } from '#tools/forms/lintDocument.ts';
import { registry } from '#widgets/registry.ts';

/** The compiled JSON Schema and the current answers. */
export type Result = { schema: unknown; answers: Answers };
export type PreviewState = 'empty' | 'errors' | 'readOnly';

const Canvas = styled.div`
  overflow: auto;
  padding: var(--s-5) var(--s-4);
  min-height: 0;
  > article {
    max-width: 46rem;
    margin-inline: auto;
    padding: var(--s-7) var(--s-6);
    background: var(--surface);
    border: 1px solid var(--border);
    border-radius: var(--r-xs);
    box-shadow: var(--shadow-2);
    display: grid;
    gap: var(--s-5);
  }
  > article[data-phone='true'] {
    max-width: 24.375rem;
    padding: var(--s-5) var(--s-4);
  }
  @media (max-width: 639px) {
    padding: 0;
    > article {
      padding: var(--s-5) var(--gutter);
      border-width: 0 0 1px;
    }
  }
`;

type PreviewProps = {
  value: unknown;
  findings: readonly LocatedFinding[];
  answers: Answers;
  isPhone: boolean;
  state: PreviewState;
  onResult: (result: Result) => void;
};

/** Returns the pointer to the element of an error, if there is one. */
function brokenElement(pointer: string): string | undefined {
  return /^(\/pages\/\d+)?\/formElements\/\d+/.exec(pointer)?.[0];
}

/** Returns the label of an element, or its position while it has no id. */
function getName(value: unknown, pointer: string): string {
  const element = parsePath(brokenElement(pointer) ?? '').reduce<unknown>(
    (part, key) => (part as Record<string | number, unknown>)[key],
    value,
  );
  const { id } = element as Partial<FormElement>;
  return typeof id === 'string' ? id : pointer;
}

/** Returns the form without the elements that have errors; undefined if the rest is no form. */
function shownContent(
  value: unknown,
  findings: readonly LocatedFinding[],
): FormContent | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.some(({ pointer }) => !brokenElement(pointer))) return undefined;
  const broken = new Set(errors.map(({ pointer }) => brokenElement(pointer)));
  const kept = (elements: readonly FormElement[], base: string) =>
    elements.filter((_, index) => !broken.has(`${base}/formElements/${index}`));
  const { title, formElements, pages } = value as FormDefinition;
  if (pages)
    return {
      title,
      pages: pages.map((page, index) => ({
        ...page,
        formElements: kept(page.formElements, `/pages/${index}`),
      })),
    };
  return { title, formElements: kept(formElements ?? [], '') };
}

function createEngine(content: FormContent | undefined, initial: Answers): FormEngine | undefined {
  if (!content) return undefined;
  return createFormEngine({
    content,
    revision: 1,
    registry,
    module: compileValidatorModule(toJsonSchema(content, registry)),
    initial,
    today: () => new Date().toLocaleDateString('sv'),
  });
}

function ReadOnly({ engine, language }: { engine: FormEngine; language: Language }) {
  return (
    <AnswerList
      placed={engine.store.evaluateShown()}
      views={useViews(engine.elements, registry)}
      language={language}
    />
  );
}

/** The form of a definition, to fill in. Elements with errors are replaced by a notice. */
export function Preview({ value, findings, answers, isPhone, state, onResult }: PreviewProps) {
  const intl = useIntl();
  const language: Language = intl.locale.startsWith('de') ? 'de' : 'en';
  const [engine] = useState(() => createEngine(shownContent(value, findings), answers));
  const say = (id: string, values: Record<string, string | number> = {}) =>
    String(intl.formatMessage({ id } as MessageDescriptor, values));

  useEffect(() => {
    if (!engine) return;
    const tell = () => onResult({ schema: engine.schema, answers: engine.store.getAnswers() });
    tell();
    if (state === 'errors') engine.store.validate();
    return engine.store.subscribeChanges(tell);
  }, [engine, state, onResult]);

  const hidden = findings.filter(
    ({ severity, pointer }) => severity === 'error' && brokenElement(pointer),
  );
  return (
    <Canvas tabIndex={0} role="group" aria-label={say('workshop.preview')}>
      <article data-phone={isPhone}>
        {!engine && <Note tone="danger">{say('workshop.noForm')}</Note>}
        {engine && <h2>{localize(engine.content.title, language)}</h2>}
        {engine &&
          hidden.map((finding, index) => (
            <Note key={index} tone="danger">
              {say('workshop.notShown', {
                id: getName(value, finding.pointer),
                problem: formatFinding(finding, say),
                line: finding.place.line,
              })}
            </Note>
          ))}
        {engine && (
          <Suspense>
            {state === 'readOnly' ? (
              <ReadOnly engine={engine} language={language} />
            ) : (
              <TestForm engine={engine} language={language} />
            )}
          </Suspense>
        )}
      </article>
    </Canvas>
  );
}
