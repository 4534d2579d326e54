import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { getProblem } from '#src/api/client/errors.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { useIsOffline } from '#src/device/useIsOffline.ts';
import { Failure, Loading, ErrorText } from '#src/forms/Failure.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { SectionHeader, sectionClass } from '#src/features/access/settings/Section.tsx';
import { usePushSetting, type PushProblem, type PushSetting } from './usePushSetting.ts';

const stackClass = css`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  > div {
    width: 100%;
  }
`;

/** Turns notifications on this device on and off. The browser is asked by a press of the button. */
export function PushSection() {
  const push = usePushSetting();
  return (
    <section className={sectionClass}>
      <SectionHeader title={<FormattedMessage id="settings.push.title" />}>
        <FormattedMessage id="settings.push.text" />
      </SectionHeader>
      <div className={stackClass}>
        {push.state === 'failed' ? (
          <Failure error={push.error} retry={push.reload} />
        ) : push.state === 'loading' ? (
          <Loading />
        ) : (
          <Setting push={push} />
        )}
      </div>
    </section>
  );
}

type Known = Exclude<PushSetting, { state: 'loading' | 'failed' }>;

/** The present state, and the button to change it unless browser or connection forbid it. */
function Setting({ push }: { push: Known }) {
  const isOffline = useIsOffline();
  const { state } = push;
  const canChange = state === 'on' || state === 'off' || state === 'failing';
  return (
    <>
      <StateText push={push} />
      {canChange && isOffline && (
        <Note>
          <p>
            <FormattedMessage id="settings.push.offline" />
          </p>
        </Note>
      )}
      {push.problem && <Problem problem={push.problem} />}
      {canChange && !isOffline && (
        <Button isBusy={push.isBusy} onClick={state === 'on' ? push.turnOff : push.turnOn}>
          <FormattedMessage id={actionTexts[state]} />
        </Button>
      )}
    </>
  );
}

const actionTexts = {
  on: 'settings.push.turnOff',
  off: 'settings.push.turnOn',
  failing: 'settings.push.turnOnAgain',
} as const;

const stateTexts = {
  on: 'settings.push.on',
  off: 'settings.push.off',
  blocked: 'settings.push.blocked',
  unsupported: 'settings.push.unsupported',
  install: 'settings.push.install',
} as const;

function StateText({ push }: { push: Known }) {
  const formatMoment = useMoment();
  if (push.state === 'failing')
    return (
      <Note tone="warning">
        <p>
          <FormattedMessage
            id="settings.push.failing"
            values={{ time: formatMoment(push.failingSince) }}
          />
        </p>
      </Note>
    );
  return (
    <p role="status">
      <FormattedMessage id={stateTexts[push.state]} />
    </p>
  );
}

const problemTexts = {
  dismissed: 'settings.push.dismissed',
  failed: 'settings.push.notPossible',
} as const;

/** Finds the server's sentence about the address or a key of this browser. */
const findFieldText = (error: unknown): string | undefined =>
  Object.values(getProblem(error)?.fields ?? {})[0];

/** Why the last press of the button changed nothing. */
const Problem = ({ problem }: { problem: PushProblem }) => (
  <Note tone="danger" role="alert">
    <p>
      {typeof problem === 'string' ? (
        <FormattedMessage id={problemTexts[problem]} />
      ) : (
        (findFieldText(problem.error) ?? <ErrorText error={problem.error} />)
      )}
    </p>
  </Note>
);
