import { FormattedMessage } from 'react-intl';
import { WrappedText } from '#src/ui/WrappedText.tsx';

/** Says which fields of a form are required. */
export const RequiredHint = () => (
  <FormattedMessage
    id="form.requiredHint"
    values={{
      b: (words) => (
        <b key="star">
          <WrappedText>{words}</WrappedText>
        </b>
      ),
    }}
  />
);
