import { useEffect, useState } from 'react';

/** Keeps the portal's files on this device for when the net is gone. Answers how to go over to a new version, once there is one. */
export function useInstalled(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const watching = new AbortController();
    const { signal } = watching;
    const offer = (worker: ServiceWorker | null) => {
      if (worker && serviceWorker.controller && !signal.aborted) setWaiting(worker);
    }; // the first one needs nobody's word
    const follow = (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return; // where programs of this kind are blocked, some browsers answer with none
      offer(registration.waiting);
      registration.addEventListener(
        'updatefound',
        () => {
          const worker = registration.installing;
          worker?.addEventListener(
            'statechange',
            () => {
              if (worker.state === 'installed') offer(worker);
            },
            { signal },
          );
        },
        { signal },
      );
    };
    serviceWorker.register('/serviceWorker.js').then(follow, () => undefined); // without it the portal works, on the net
    return () => watching.abort();
  }, []);

  if (!waiting) return undefined;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    });
    waiting.postMessage('update');
  };
}
