import { FormattedMessage } from 'react-intl';
import { Note } from '#src/ui/Note.tsx';

/** Says that another tab has sent or discarded a message that this tab shows, too. */
export const SentElsewhere = () => (
  <Note tone="warning" role="alert">
    <p>
      <FormattedMessage id="messages.sentElsewhere" />
    </p>
  </Note>
);
