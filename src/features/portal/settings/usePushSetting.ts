import { useEffect, useState } from 'react';
import type { Push } from '#schemas/mail/push.ts';
import {
  useGetPushQuery,
  useSubscribePushMutation,
  useUnsubscribePushMutation,
} from '#src/api/mail/push.ts';
import {
  PushError,
  readDevicePush,
  subscribeDevice,
  unsubscribeDevice,
  type DevicePush,
} from '#src/device/push.ts';
import { toast } from '#src/ui/toast.ts';

/** Why nothing was changed: the user has not allowed it, the browser failed, or the server. */
export type PushProblem = 'dismissed' | 'failed' | { error: unknown };

type Shown =
  | { state: 'on' | 'off' | Exclude<DevicePush['permission'], 'possible'> }
  | { state: 'failing'; failingSince: string };

export type PushSetting =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; reload: () => unknown }
  | (Shown & {
      isBusy: boolean;
      problem: PushProblem | undefined;
      turnOn: () => void;
      turnOff: () => void;
    });

/** It is on if the server sends to the address that the browser has now. */
function combine({ permission, endpoint }: DevicePush, { subscription }: Push): Shown {
  if (permission !== 'possible') return { state: permission };
  if (!subscription || subscription.endpoint !== endpoint) return { state: 'off' };
  const { failingSince } = subscription;
  return failingSince === null ? { state: 'on' } : { state: 'failing', failingSince };
}

/** Reads what this browser allows, again after each change and when the user comes back. */
function useDevicePush() {
  const [device, setDevice] = useState<DevicePush>();
  const read = async () => setDevice(await readDevicePush());
  useEffect(() => {
    const refresh = () => void readDevicePush().then(setDevice);
    refresh();
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  return { device, read };
}

/** Runs one change at a time, and keeps why the last one failed. */
function useChange(afterwards: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<PushProblem>();
  async function run(change: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await change();
    } catch (error) {
      // The text of the state says that it is blocked.
      if (!(error instanceof PushError)) setProblem({ error });
      else if (error.reason !== 'blocked') setProblem(error.reason);
    } finally {
      await afterwards();
      setIsBusy(false);
    }
  }
  return { isBusy, problem, run };
}

/** State of the notifications on this device, with what turns them on and off. */
export function usePushSetting(): PushSetting {
  const { data, error, refetch } = useGetPushQuery({}, { refetchOnMountOrArgChange: true });
  const [subscribe] = useSubscribePushMutation();
  const [unsubscribe] = useUnsubscribePushMutation();
  const { device, read } = useDevicePush();
  const { run, ...change } = useChange(read);

  if (!data) return error ? { state: 'failed', error, reload: refetch } : { state: 'loading' };
  if (!device) return { state: 'loading' };
  const shown = combine(device, data);

  async function turnOn({ publicKey }: Push): Promise<void> {
    // An address to which nothing arrives is replaced.
    if (shown.state === 'failing') await unsubscribeDevice();
    await subscribe({ body: await subscribeDevice(publicKey) }).unwrap();
    toast({ level: 'success', text: { id: 'settings.push.turnedOn' } });
  }

  async function turnOff(): Promise<void> {
    await unsubscribe({}).unwrap();
    await unsubscribeDevice();
    toast({ level: 'success', text: { id: 'settings.push.turnedOff' } });
  }

  return {
    ...shown,
    ...change,
    turnOn: () => void run(() => turnOn(data)),
    turnOff: () => void run(turnOff),
  };
}
