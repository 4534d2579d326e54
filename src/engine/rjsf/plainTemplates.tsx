import { styled } from '@linaria/react';
import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  getInputProps,
  getSubmitButtonOptions,
  getUiOptions,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type BaseInputTemplateProps,
  type FieldTemplateProps,
  type IconButtonProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type RJSFSchema,
  type SubmitButtonProps,
  type UiSchema,
} from '@rjsf/utils';
import { cloneElement, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { errorClass, labelClass } from '#src/engine/react/fields/ElementFrame.tsx';
import { fieldGrid } from '#src/engine/react/fields/fieldGrid.ts';
import { getControlId } from '#src/engine/react/context/ids.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#src/ui/icons.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';
import {
  HasEntriesContext,
  ItemContext,
  ListTitleContext,
  RequiredContext,
  useHeading,
} from './plainContext.ts';

const Group = styled.fieldset`
  display: grid;
  gap: var(--s-4);
  min-width: 0;
  border: 0;
  > legend {
    padding: 0;
    font-size: var(--text-lg);
  }
  > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > button {
    justify-self: start;
  }
`;

const Item = styled.div`
  padding: var(--s-3) var(--s-5) var(--s-5);
  border: 1px solid var(--border);
  border-radius: var(--r-md);
  background: var(--surface);
  > header {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: var(--s-1);
    min-height: var(--target-min);
    margin-bottom: var(--s-2);
  }
  > header > b {
    flex: 1;
    font-weight: var(--fw-strong);
  }
`;

type Box = {
  id: string;
  title: string | undefined;
  description: string | undefined;
  errors?: readonly string[] | undefined;
  children: ReactNode;
};

function GroupBox({ id, title, description, errors = [], children }: Box) {
  return (
    <Group id={getControlId(id)}>
      {title && <legend className={labelClass}>{title}</legend>}
      {description && <p>{description}</p>}
      {wrapText(children)}
      {errors.map((error) => (
        <p key={error} className={errorClass}>
          {error}
        </p>
      ))}
    </Group>
  );
}

/**
 * Returns true for a value that the schema dictates. RJSF fills it in, so a visitor has nothing to
 * answer. A boolean stays a checkbox, because `const: true` is how schemas ask for consent.
 */
const isDictated = (schema: RJSFSchema, uiSchema: UiSchema<unknown> | undefined): boolean =>
  'const' in schema && typeof schema.const !== 'boolean' && !getUiOptions(uiSchema).widget;

/**
 * A field that is not an element. Widgets draw their own label and errors, so only the key of a
 * pair is added.
 */
export function PlainField(props: FieldTemplateProps<unknown>) {
  const { registry, hidden, schema, uiSchema, required = false, children } = props;
  const { WrapIfAdditionalTemplate } = registry.templates;
  if (hidden || isDictated(schema, uiSchema)) return <div hidden>{children}</div>;
  return (
    <RequiredContext value={required}>
      <WrapIfAdditionalTemplate {...props}>{children}</WrapIfAdditionalTemplate>
    </RequiredContext>
  );
}

/** An object: a fieldset with its properties below each other. */
export function PlainObject(props: ObjectFieldTemplateProps<unknown>) {
  const { fieldPathId, title, description, properties, schema, uiSchema, formData } = props;
  const { disabled, readonly, onAddProperty, optionalDataControl, registry } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  const heading = useHeading(fieldPathId.$id, title);
  const isHidden = (name: string) =>
    isDictated(
      registry.schemaUtils.retrieveSchema((schema.properties?.[name] ?? {}) as RJSFSchema),
      (uiSchema as Record<string, UiSchema<unknown>> | undefined)?.[name],
    );
  const isAdded = (name: string) =>
    ADDITIONAL_PROPERTY_FLAG in ((schema.properties?.[name] ?? {}) as RJSFSchema);
  // the choice is drawn instead
  if ((schema.oneOf ?? schema.anyOf) && properties.length === 0) return null;
  return (
    <GroupBox
      id={fieldPathId.$id}
      title={heading}
      description={typeof description === 'string' ? description : undefined}
    >
      {optionalDataControl}
      <div className={fieldGrid}>
        {properties
          .filter(({ hidden, name }) => !hidden && !isHidden(name))
          .map(({ name, content }) => (
            <div key={name} style={{ gridColumn: '1 / -1' }}>
              {content}
            </div>
          ))}
      </div>
      {canExpand(schema, uiSchema, formData) && (
        <HasEntriesContext value={properties.some(({ name }) => isAdded(name))}>
          <AddButton
            disabled={(disabled ?? false) || (readonly ?? false)}
            onClick={onAddProperty}
            uiSchema={uiSchema ?? {}}
            registry={registry}
          />
        </HasEntriesContext>
      )}
    </GroupBox>
  );
}

/** A list: its items in boxes, and a button that adds one. */
export function PlainList(props: ArrayFieldTemplateProps<unknown>) {
  const { fieldPathId, title, schema, uiSchema, items, canAdd, onAddClick, registry } = props;
  const { disabled, readonly, optionalDataControl, rawErrors } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  const options = getUiOptions(uiSchema);
  const heading = useHeading(fieldPathId.$id, options.title ?? title);
  return (
    <GroupBox
      id={fieldPathId.$id}
      title={heading}
      description={options.description ?? schema.description}
      errors={rawErrors}
    >
      {optionalDataControl}
      <ListTitleContext value={options.title ?? title}>{items}</ListTitleContext>
      {canAdd && (
        <HasEntriesContext value={items.length > 0}>
          <AddButton
            disabled={(disabled ?? false) || (readonly ?? false)}
            onClick={onAddClick}
            uiSchema={uiSchema ?? {}}
            registry={registry}
          />
        </HasEntriesContext>
      )}
    </GroupBox>
  );
}

/** Returns true for an item whose fields need a heading; any other has a label of its own. */
const isComposite = ({ type, oneOf, anyOf }: RJSFSchema): boolean =>
  (type === 'object' || type === 'array') && !oneOf && !anyOf;

/** One item of a list with the buttons that move and remove it. */
export function PlainListItem(props: ArrayFieldItemTemplateProps<unknown>) {
  const { children, index, buttonsProps, schema } = props;
  const { $id: id } = buttonsProps.fieldPathId;
  const { hasMoveUp, hasMoveDown, hasRemove, disabled, readonly } = buttonsProps;
  const intl = useIntl();
  const listTitle = useContext(ListTitleContext);
  const name = `${schema.title ?? listTitle} ${index + 1}`.trim();
  const item = useMemo(() => ({ id, name }), [id, name]);
  const isClosed = (disabled ?? false) || (readonly ?? false);
  const label = (id: 'group.moveUp' | 'group.moveDown' | 'group.remove') =>
    intl.formatMessage({ id }, { name });
  return (
    <Item role="group" aria-label={name}>
      <header>
        {isComposite(schema) && <b aria-hidden>{name}</b>}
        {(hasMoveUp || hasMoveDown) && (
          <>
            <IconButton
              label={label('group.moveUp')}
              icon={<ArrowUp size={20} aria-hidden />}
              disabled={isClosed || !hasMoveUp}
              onClick={buttonsProps.onMoveUpItem}
            />
            <IconButton
              label={label('group.moveDown')}
              icon={<ArrowDown size={20} aria-hidden />}
              disabled={isClosed || !hasMoveDown}
              onClick={buttonsProps.onMoveDownItem}
            />
          </>
        )}
        {hasRemove && (
          <IconButton
            label={label('group.remove')}
            icon={<Trash size={20} aria-hidden />}
            disabled={isClosed}
            onClick={buttonsProps.onRemoveItem}
          />
        )}
      </header>
      <ItemContext value={item}>{children}</ItemContext>
    </Item>
  );
}

const Choice = styled.div`
  display: grid;
  gap: var(--s-5);
`;

/** `oneOf` and `anyOf`: which of the schemas applies, then its fields. */
export function PlainChoice(props: MultiSchemaFieldTemplateProps<unknown>) {
  const required = useContext(RequiredContext);
  const { optionSchemaField } = props;
  // RJSF leaves `required` out, and draws no control for an optional value without data.
  const selector = props.selector as ReactElement<{ required: boolean }> | undefined;
  return (
    <Choice>
      {selector && cloneElement(selector, { required })}
      {optionSchemaField}
    </Choice>
  );
}

/** The input of RJSF's own widgets, such as a colour or a date with a time, in our look. */
export function PlainInput(props: BaseInputTemplateProps<unknown>) {
  const { id, htmlName, options, schema, disabled, readonly, required } = props;
  const [value, type] = [props.value as unknown, props.type as string | undefined];
  const input = getInputProps(schema, type, options);
  return (
    <input
      {...input}
      id={id}
      name={htmlName ?? id}
      className={fieldClass}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      disabled={(disabled ?? false) || (readonly ?? false)}
      aria-required={required || undefined}
      aria-invalid={(props.rawErrors?.length ?? 0) > 0 || undefined}
      onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
      onBlur={({ target }) => props.onBlur(id, target.value)}
      onFocus={({ target }) => props.onFocus(id, target.value)}
    />
  );
}

/** Sends the form, with the label of the uiSchema or the portal's own. */
export function SubmitButton({ uiSchema }: SubmitButtonProps<unknown>) {
  const given = getUiOptions(uiSchema).submitButtonOptions?.submitText;
  const { norender, props } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  return (
    <p style={{ marginTop: 'var(--s-7)' }}>
      <Button type="submit" variant="primary" disabled={props?.disabled === true}>
        {given ?? <FormattedMessage id="form.submit" />}
      </Button>
    </p>
  );
}

/** Adds an item to a list, or a pair to an object. */
export function AddButton({ onClick, disabled }: IconButtonProps<unknown>) {
  const hasEntries = useContext(HasEntriesContext);
  return (
    <Button icon={<Plus size={20} aria-hidden />} disabled={disabled} onClick={onClick}>
      <FormattedMessage id={hasEntries ? 'group.add' : 'group.addFirst'} />
    </Button>
  );
}
