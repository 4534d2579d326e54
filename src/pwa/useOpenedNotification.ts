import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isOpenMessage } from './scope.ts';

/** Opens the page of a clicked notification, which the service worker names. */
export function useOpenedNotification(): void {
  const navigate = useNavigate();
  const openPage = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    const handleMessage = ({ data }: MessageEvent<unknown>) => {
      if (isOpenMessage(data)) openPage(data.open);
    };
    serviceWorker?.addEventListener('message', handleMessage);
    return () => serviceWorker?.removeEventListener('message', handleMessage);
  }, []);
}
