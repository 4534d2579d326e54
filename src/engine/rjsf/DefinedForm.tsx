import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { Suspense, useMemo, useSyncExternalStore } from 'react';
import { localize } from '#schemas/platform/common.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { FormContext, type FormContextValue } from '#src/engine/react/context/formContext.ts';
import { getSectionId } from '#src/engine/react/context/ids.ts';
import { useViews } from '#src/engine/react/context/loadViews.ts';
import { Sections } from '#src/engine/react/form/SectionLayout.tsx';
import { PropertiesContext, RjsfElement } from './ElementField.tsx';
import { createFieldEngine, useFormData, type ThemeOptions } from './fieldEngine.ts';
import type { FormOptions } from './toRjsf.ts';

type DefinedFormProps = ObjectFieldTemplateProps<unknown> & FormOptions & { theme: ThemeOptions };

const noEffect = () => undefined;

/** Draws a form that `toRjsf` made: pages and sections, with RJSF's fields for the elements. */
export const DefinedForm = (props: DefinedFormProps) => (
  <Suspense>
    <LoadedForm {...props} />
  </Suspense>
);

function LoadedForm(props: DefinedFormProps) {
  const { form, theme, formData, properties, disabled = false, readonly = false } = props;
  const { content, language, revision } = form;
  const engine = useMemo(
    // Form data that arrives later is copied by `useFormData`.
    () => createFieldEngine({ ...theme, content, revision, initial: (formData ?? {}) as Answers }),
    [theme, content, revision], // oxlint-disable-line react/exhaustive-deps
  );
  const { store, pages, elements, registry } = engine;
  const views = useViews(elements, registry);
  const ids = useMemo(
    () => pages.flatMap((page) => page.formElements).map(({ id }) => id),
    [pages],
  );
  useFormData(store, ids, formData);
  const listShown = () =>
    pages
      .filter(({ id }) => store.isPageVisible(id))
      .map(({ id }) => id)
      .join(' ');
  const shown = useSyncExternalStore(store.subscribeOutline, listShown, listShown);
  const context = useMemo<FormContextValue>(
    () => ({
      engine,
      language,
      views,
      isSubmitting: disabled || readonly,
      ElementComponent: RjsfElement,
      leave: noEffect, // RJSF decides when it validates
    }),
    [engine, language, views, disabled, readonly],
  );
  const contents = new Map(properties.map(({ name, content: drawn }) => [name, drawn]));
  return (
    <FormContext value={context}>
      <PropertiesContext value={contents}>
        {pages
          .filter(({ id }) => shown.split(' ').includes(id))
          .map((page) =>
            pages.length === 1 ? (
              <Sections key={page.id} page={page} Title="h2" />
            ) : (
              <section key={page.id} aria-labelledby={getSectionId(page.id)}>
                <h2 id={getSectionId(page.id)}>{localize(page.title, language)}</h2>
                <Sections page={page} Title="h3" />
              </section>
            ),
          )}
      </PropertiesContext>
    </FormContext>
  );
}
