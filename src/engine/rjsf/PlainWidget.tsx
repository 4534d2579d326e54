import { css } from '@linaria/core';
import type { Widget, WidgetProps } from '@rjsf/utils';
import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { FormContext, type FormContextValue } from '#src/engine/react/context/formContext.ts';
import { Element, useElementState } from '#src/engine/react/fields/Element.tsx';
import { ElementFrame } from '#src/engine/react/fields/ElementFrame.tsx';
import { getControlId, describedByIds } from '#src/engine/react/context/ids.ts';
import { useViews } from '#src/engine/react/context/loadViews.ts';
import { createFieldEngine, toFormData, useFormData, type ThemeOptions } from './fieldEngine.ts';
import { useItemLabel } from './plainContext.ts';
import { toElement, type PlainControl } from './plainElement.ts';

type PlainProps = WidgetProps<unknown> & {
  theme: ThemeOptions;
  control: PlainControl;
};

const noEffect = () => undefined;

/** Our two languages; every other locale reads English, as `localize` has it for texts. */
const useLanguage = () => (useIntl().locale.startsWith('de') ? 'de' : 'en');

/** Label, help, required mark and errors around a plain value. */
function PlainFrame({
  element,
  kind,
  widget,
  children,
}: {
  element: FormElement;
  kind: 'label' | 'group' | 'inline';
  widget: WidgetProps<unknown>;
  children: ReactNode;
}) {
  const { required = false, rawErrors = [], hideError } = widget;
  return (
    <ElementFrame
      element={element}
      address={element.id}
      kind={kind}
      language={useLanguage()}
      isRequired={required}
      isOptional={!required && kind !== 'inline'}
      error={hideError || rawErrors.length === 0 ? undefined : rawErrors.join(' ')}
    >
      {children}
    </ElementFrame>
  );
}

/** A form of one element whose answer is the value of an RJSF widget. */
function useOneElementForm({ theme, control, ...widget }: PlainProps): FormContextValue {
  const { disabled = false, readonly = false } = widget;
  const value = widget.value as unknown;
  const language = useLanguage();
  const { id } = widget;
  // Compared by their text, because RJSF makes new objects for each render.
  const text = JSON.stringify(toElement(control, widget));
  const answer = JSON.stringify({
    [id]: control.toAnswer ? control.toAnswer(value, widget) : value,
  });
  const answers = useMemo(() => JSON.parse(answer) as Answers, [answer]);
  const engine = useMemo(
    () => {
      const element = JSON.parse(text) as FormElement;
      const content = { title: element.id, formElements: [element] };
      return createFieldEngine({ ...theme, content, initial: answers });
    },
    [theme, text], // oxlint-disable-line react/exhaustive-deps -- `useFormData` copies later values
  );
  const views = useViews(engine.elements, engine.registry);
  const ids = useMemo(() => [id], [id]);
  useFormData(engine.store, ids, answers);
  return useMemo(
    () => ({
      engine,
      language,
      views,
      isSubmitting: disabled || readonly,
      ElementComponent: Element,
      leave: noEffect,
    }),
    [engine, language, views, disabled, readonly],
  );
}

function PlainForm(props: PlainProps) {
  const context = useOneElementForm(props);
  return (
    <FormContext value={context}>
      <PlainView context={context} {...props} />
    </FormContext>
  );
}

function PlainView({ context, ...props }: PlainProps & { context: FormContextValue }) {
  const { control, theme: _, ...widget } = props;
  const { engine, language, views, isSubmitting } = context;
  const { store, registry } = engine;
  const [element] = engine.elements as [FormElement]; // a form of one element
  const { id } = element;
  const { value } = useElementState(id);
  const { onChange, onBlur, required = false, rawErrors = [] } = widget;

  useEffect(() =>
    store.subscribeChanges(() => {
      const answer = store.getAnswers()[id];
      onChange(control.toValue ? control.toValue(answer, widget) : toFormData(answer));
    }),
  );

  const elementType = registry.get(element.type);
  const view = views.get(element.type);
  if (!elementType || elementType.frame === 'none' || !view) return null;
  const error = rawErrors.length > 0 ? rawErrors.join(' ') : undefined;
  return (
    <PlainFrame element={element} kind={elementType.frame} widget={widget}>
      <view.Widget
        element={element}
        address={id}
        id={getControlId(id)}
        value={value}
        onChange={(next: unknown) => store.set(id, next)}
        onType={(next: unknown) => store.set(id, next, { isShown: true })}
        onBlur={() => onBlur(widget.id, widget.value)}
        language={language}
        required={required}
        invalid={error !== undefined}
        disabled={isSubmitting}
        describedBy={describedByIds(id, { help: element.help, error })}
        error={error}
      />
    </PlainFrame>
  );
}

/** Makes an RJSF widget that draws its value with the view of one of our element types. */
export function ownWidget(
  theme: ThemeOptions,
  chooseControl: (props: WidgetProps<unknown>) => PlainControl,
): Widget<unknown> {
  return function OwnWidget(given) {
    const props = useItemLabel(given);
    return (
      <Suspense>
        <PlainForm {...props} theme={theme} control={chooseControl(props)} />
      </Suspense>
    );
  };
}

const framed = css`
  input:not([type='range'], [type='color']) {
    width: 100%;
  }
`;

/** Puts our label, help and errors around one of RJSF's own widgets. */
export function framedWidget(Stock: Widget<unknown>): Widget<unknown> {
  return function FramedWidget(given) {
    const props = useItemLabel(given);
    return (
      <PlainFrame element={toElement({ type: 'rjsf' }, props)} kind="label" widget={props}>
        <div className={framed}>
          <Stock {...props} id={getControlId(props.id)} />
        </div>
      </PlainFrame>
    );
  };
}
