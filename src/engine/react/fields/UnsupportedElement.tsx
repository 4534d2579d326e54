import { FormattedMessage } from 'react-intl';
import { Note } from '#src/ui/Note.tsx';

/** Stands where an element of a type we do not know would be; the rest of the form works. */
export function UnsupportedElement({ type }: { type: string }) {
  return (
    <div data-element={type}>
      <Note tone="warning">
        <FormattedMessage id="form.unsupportedElement" />
      </Note>
    </div>
  );
}
