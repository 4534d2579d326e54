import { getDefaultRegistry, type FormProps, type ThemeProps } from '@rjsf/core';
import {
  getUiOptions,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type Widget,
} from '@rjsf/utils';
import { DefinedForm } from './DefinedForm.tsx';
import { buildAddress, readElement, ElementField, ElementTemplate } from './ElementField.tsx';
import { ErrorList } from './ErrorList.tsx';
import type { ThemeOptions } from './fieldEngine.ts';
import { plainControls } from './plainElement.ts';
import {
  AddButton,
  PlainChoice,
  PlainField,
  PlainInput,
  PlainList,
  PlainListItem,
  PlainObject,
  SubmitButton,
} from './plainTemplates.tsx';
import { framedWidget, ownWidget } from './PlainWidget.tsx';
import { elementFieldName, type FormOptions } from './toRjsf.ts';

export type { ThemeOptions } from './fieldEngine.ts';

/** Parts of a theme, and the settings of RJSF's `Form` that the engine relies on. */
export type FormTheme = ThemeProps<unknown> &
  Pick<FormProps<unknown>, 'experimental_defaultFormStateBehavior' | 'noHtml5Validate'>;

/** Our controls where an element type draws the value; RJSF's own, framed like ours, elsewhere. */
function createWidgets(options: ThemeOptions): Record<string, Widget<unknown>> {
  const stock = getDefaultRegistry<unknown>().widgets;
  return Object.fromEntries(
    Object.entries(stock).map(([name, widget]) => {
      const control = plainControls[name];
      if (control) return [name, ownWidget(options, control)];
      return [name, name === 'HiddenWidget' ? widget : framedWidget(widget)];
    }),
  );
}

/**
 * Creates RJSF's theme: `withTheme(createTheme({ registry }))` draws what `toRjsf` makes, and plain
 * JSON Schema. Needs react-intl's provider with the messages of `locales/` around the form.
 */
export function createTheme(options: ThemeOptions): FormTheme {
  return {
    fields: {
      [elementFieldName]: (props) => {
        const element = readElement(props.uiSchema);
        return element ? <ElementField {...props} element={element} /> : null;
      },
    },
    widgets: createWidgets(options),
    templates: {
      FieldTemplate: (props: FieldTemplateProps<unknown>) => {
        const element = readElement(props.uiSchema);
        const address = buildAddress(props.fieldPathId.path);
        return element ? (
          <ElementTemplate {...props} element={element} address={address} />
        ) : (
          <PlainField {...props} />
        );
      },
      ObjectFieldTemplate: (props: ObjectFieldTemplateProps<unknown>) => {
        const { form } = getUiOptions(props.uiSchema) as Partial<FormOptions>;
        return form ? (
          <DefinedForm {...props} form={form} theme={options} />
        ) : (
          <PlainObject {...props} />
        );
      },
      ArrayFieldTemplate: PlainList,
      ArrayFieldItemTemplate: PlainListItem,
      MultiSchemaFieldTemplate: PlainChoice,
      BaseInputTemplate: PlainInput,
      ErrorListTemplate: (props) => <ErrorList {...props} elementTypes={options.registry} />,
      ButtonTemplates: { SubmitButton, AddButton },
    },
    noHtml5Validate: true,
    // Rows and objects without any value are no answers.
    experimental_defaultFormStateBehavior: {
      arrayMinItems: { populate: 'never' },
      emptyObjectFields: 'skipEmptyDefaults',
    },
  };
}
