import { FormattedMessage } from 'react-intl';
import { Note } from '#src/ui/Note.tsx';

/** Replaces an element of unknown type. The rest of the form works. */
export function UnsupportedElement({ type }: { type: string }) {
  return (
    <div data-element={type}>
      <Note tone="warning">
        <FormattedMessage id="form.unsupportedElement" />
      </Note>
    </div>
  );
}
