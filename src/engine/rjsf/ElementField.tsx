import { getUiOptions, toFieldPathId, type FieldProps, type FieldTemplateProps } from '@rjsf/utils';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { createContext, useContext, useEffect, type ReactElement } from 'react';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import { useFormContext, type ElementProps } from '#src/engine/react/context/formContext.ts';
import { Element, isOptional, useElementState } from '#src/engine/react/fields/Element.tsx';
import { ElementFrame } from '#src/engine/react/fields/ElementFrame.tsx';
import { getControlId, describedByIds } from '#src/engine/react/context/ids.ts';
import { useAnswerErrorText } from '#src/engine/react/errors/useAnswerErrorText.ts';
import { toFormData } from './fieldEngine.ts';
import type { ElementOptions } from './toRjsf.ts';

/** Properties of the form as RJSF draws them, by name. */
export const PropertiesContext = createContext<ReadonlyMap<string, ReactElement>>(new Map());

/** The RJSF field of the group around, for the fields in its rows. */
const GroupContext = createContext<FieldProps<unknown> | undefined>(undefined);

/** Returns the element that a uiSchema names; undefined where the schema is not one of ours. */
export const readElement = (uiSchema: UiSchema<unknown> | undefined) =>
  (getUiOptions(uiSchema) as Partial<ElementOptions>).element;

type Path = FieldProps['fieldPathId']['path'];

/**
 * Returns RJSF's error at an element, or one that a view reported itself, such as a refused upload.
 */
function useFirstError(
  element: ElementProps['element'],
  rawErrors: readonly string[] | undefined,
  reported: AnswerError | undefined,
): string | undefined {
  const formatError = useAnswerErrorText();
  return rawErrors?.[0] ?? (reported && formatError(element, reported));
}

/** Label, help, required mark and error of an element; draws nothing while a condition hides it. */
export function ElementTemplate(props: FieldTemplateProps<unknown> & ElementProps) {
  const { element, address, label, rawDescription, required = false, rawErrors, children } = props;
  const { engine, language } = useFormContext();
  const { isVisible, isRequired, error } = useElementState(address);
  const shownError = useFirstError(element, rawErrors, error);
  const elementType = engine.registry.get(element.type);
  if (!isVisible || !elementType) return null;
  const isMarked = required || isRequired;
  const { label: ownLabel, help: _, ...settings } = element;
  return (
    <ElementFrame
      element={{
        ...settings,
        ...(ownLabel ? { label } : {}),
        ...(rawDescription ? { help: rawDescription } : {}),
      }}
      address={address}
      kind={elementType.frame}
      language={language}
      isRequired={isMarked}
      isOptional={isOptional(element, elementType, isMarked)}
      error={elementType.hasOwnErrorLine ? undefined : shownError}
    >
      {children}
    </ElementFrame>
  );
}

/** Returns an element's address in the form: RJSF's path, `group/row/element` inside a group. */
export const buildAddress = (path: Path): string => path.join('/');

/**
 * Draws one element with its view. RJSF holds the answers: the view writes to the store, and the
 * field of a top-level element passes each change on. A row's answer reaches RJSF as part of its
 * group.
 */
export function ElementField(props: FieldProps<unknown> & { element: ElementProps['element'] }) {
  const { element, fieldPathId, formData, required, disabled, readonly, onChange } = props;
  const { engine, language, views } = useFormContext();
  const { store, registry } = engine;
  const address = buildAddress(fieldPathId.path);
  const state = useElementState(address);
  const error = useFirstError(element, props.rawErrors, state.error);
  const isInRow = parseAddress(address).group !== undefined;

  useEffect(() => {
    if (isInRow) return undefined;
    return store.subscribeChanges((id) => {
      if (id === element.id) onChange(toFormData(store.getAnswers()[id]), [id]);
    });
  }, [store, element.id, onChange, isInRow]);

  const elementType = registry.get(element.type);
  const view = views.get(element.type);
  if (!elementType || !view) return null;
  const field = (
    <view.Widget
      element={element}
      address={address}
      id={getControlId(address)}
      value={elementType.computed ? state.value : formData}
      onChange={(value: unknown) => store.set(address, value)}
      onType={(value: unknown) => store.set(address, value, { isShown: true })}
      onBlur={() => props.onBlur(fieldPathId.$id, formData)}
      language={language}
      required={required || state.isRequired}
      invalid={error !== undefined}
      disabled={(disabled ?? false) || (readonly ?? false)}
      describedBy={describedByIds(address, { help: props.schema.description, error })}
      error={error}
    />
  );
  return elementType.rows ? <GroupContext value={props}>{field}</GroupContext> : field;
}

type Errors = Record<string, Record<string, ErrorSchema<unknown>>>;
type Rows = readonly (Readonly<Record<string, unknown>> | undefined)[];

/** Draws an element inside a row of a group through RJSF's own SchemaField. */
function RowField({ element, row }: { element: ElementProps['element']; row: number }) {
  const group = useContext(GroupContext);
  const items = (group?.schema.items ?? {}) as RJSFSchema;
  const schema = items.properties?.[element.id] as RJSFSchema | undefined;
  if (!group || !schema) return null;
  const { registry, fieldPathId, formData, errorSchema, uiSchema } = group;
  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;
  const itemsUi = (uiSchema?.items ?? {}) as Record<string, UiSchema<unknown>>;
  const path = [...fieldPathId.path, row];
  return (
    <SchemaField
      name={element.id}
      required={items.required?.includes(element.id) ?? false}
      schema={schema}
      uiSchema={itemsUi[element.id] ?? {}}
      errorSchema={(errorSchema as Errors | undefined)?.[row]?.[element.id] ?? {}}
      formData={(formData as Rows | undefined)?.[row]?.[element.id]}
      fieldPathId={toFieldPathId(element.id, registry.globalFormOptions, path)}
      onChange={group.onChange}
      onBlur={group.onBlur}
      onFocus={group.onFocus}
      registry={registry}
      disabled={group.disabled ?? false}
      readonly={group.readonly ?? false}
      hideError={group.hideError ?? false}
    />
  );
}

/**
 * Draws an element where a layout wants it: as RJSF's field, or by its view alone if it has no
 * answer.
 */
export function RjsfElement({ element, address }: ElementProps) {
  const { engine } = useFormContext();
  const content = useContext(PropertiesContext);
  const { group } = parseAddress(address);
  const hasField = engine.registry.get(element.type)?.value !== undefined;
  if (!hasField) return <Element element={element} address={address} />;
  return group ? <RowField element={element} row={group.row} /> : content.get(element.id);
}
