import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import {
  DEFAULT_ID_PREFIX,
  DEFAULT_ID_SEPARATOR,
  englishStringTranslator,
  type Registry,
} from '@rjsf/utils';
import { SectionLayout } from './SectionLayout.tsx';

/**
 * What RJSF draws with, in place of its own registry (vite.config.ts puts it there): the root of the form is our layout,
 * and the elements in it are drawn by their views. RJSF's widgets would never be seen; left out, they are 60 kB less.
 */
export default function getDefaultRegistry(): Omit<Registry, 'schemaUtils'> {
  return {
    fields: { SchemaField, form: SectionLayout },
    templates: {
      FieldTemplate: ({ children }: { children: React.ReactNode }) => children,
    } as unknown as Registry['templates'],
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: DEFAULT_ID_PREFIX,
      idSeparator: DEFAULT_ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
    },
  };
}
