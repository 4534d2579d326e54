import { styled } from '@linaria/react';
import {
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
  type SubmitButtonProps,
} from '@rjsf/utils';
import { createContext, useContext, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { errorClass, labelClass } from '#src/engine/react/fields/ElementFrame.tsx';
import { fieldGrid } from '#src/engine/react/fields/fieldGrid.ts';
import { controlId } from '#src/engine/react/context/ids.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#src/ui/icons.ts';

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
    <Group id={controlId(id)}>
      {title && <legend className={labelClass}>{title}</legend>}
      {description && <p>{description}</p>}
      {children}
      {errors.map((error) => (
        <p key={error} className={errorClass}>
          {error}
        </p>
      ))}
    </Group>
  );
}

/**
 * A field that is not an element. Widgets draw their own label and errors, so only the key of a
 * pair is added.
 */
export function PlainField(props: FieldTemplateProps<unknown>) {
  const { registry, hidden, children } = props;
  const { WrapIfAdditionalTemplate } = registry.templates;
  if (hidden) return <div hidden>{children}</div>;
  return <WrapIfAdditionalTemplate {...props}>{children}</WrapIfAdditionalTemplate>;
}

/** An object: a fieldset with its properties below each other. */
export function PlainObject(props: ObjectFieldTemplateProps<unknown>) {
  const { fieldPathId, title, description, properties, schema, uiSchema, formData } = props;
  const { disabled, readonly, onAddProperty, optionalDataControl, registry } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  // the choice is drawn instead
  if ((schema.oneOf ?? schema.anyOf) && properties.length === 0) return null;
  return (
    <GroupBox
      id={fieldPathId.$id}
      title={title}
      description={typeof description === 'string' ? description : undefined}
    >
      {optionalDataControl}
      <div className={fieldGrid}>
        {properties
          .filter(({ hidden }) => !hidden)
          .map(({ name, content }) => (
            <div key={name} style={{ gridColumn: '1 / -1' }}>
              {content}
            </div>
          ))}
      </div>
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          disabled={(disabled ?? false) || (readonly ?? false)}
          onClick={onAddProperty}
          uiSchema={uiSchema ?? {}}
          registry={registry}
        />
      )}
    </GroupBox>
  );
}

/** Title of the list around an item, for the names of its buttons. */
const ListTitle = createContext('');

/** A list: its items in boxes, and a button that adds one. */
export function PlainList(props: ArrayFieldTemplateProps<unknown>) {
  const { fieldPathId, title, schema, uiSchema, items, canAdd, onAddClick, registry } = props;
  const { disabled, readonly, optionalDataControl, rawErrors } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  const options = getUiOptions(uiSchema);
  return (
    <ListTitle value={options.title ?? title}>
      <GroupBox
        id={fieldPathId.$id}
        title={options.title ?? title}
        description={options.description ?? schema.description}
        errors={rawErrors}
      >
        {optionalDataControl}
        {items}
        {canAdd && (
          <AddButton
            disabled={(disabled ?? false) || (readonly ?? false)}
            onClick={onAddClick}
            uiSchema={uiSchema ?? {}}
            registry={registry}
          />
        )}
      </GroupBox>
    </ListTitle>
  );
}

/** One item of a list with the buttons that move and remove it. */
export function PlainListItem(props: ArrayFieldItemTemplateProps<unknown>) {
  const { children, index, buttonsProps } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, disabled, readonly } = buttonsProps;
  const intl = useIntl();
  const name = `${useContext(ListTitle)} ${index + 1}`.trim();
  const isClosed = (disabled ?? false) || (readonly ?? false);
  const label = (id: 'group.moveUp' | 'group.moveDown' | 'group.remove') =>
    intl.formatMessage({ id }, { name });
  return (
    <Item role="group" aria-label={name}>
      <header>
        <b aria-hidden>{name}</b>
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
      {children}
    </Item>
  );
}

const Choice = styled.div`
  display: grid;
  gap: var(--s-5);
`;

/** `oneOf` and `anyOf`: which of the schemas applies, then its fields. */
export const PlainChoice = (props: MultiSchemaFieldTemplateProps<unknown>) => (
  <Choice>
    {props.selector}
    {props.optionSchemaField}
  </Choice>
);

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
export const AddButton = ({ onClick, disabled }: IconButtonProps<unknown>) => (
  <Button icon={<Plus size={20} aria-hidden />} disabled={disabled} onClick={onClick}>
    <FormattedMessage id="group.add" />
  </Button>
);
