/** Screens with a picture in the repository. The others are compared with a base revision only. */
const keptScreens: Readonly<Record<string, readonly string[]>> = {
  'desktop-light': [
    'board',
    'business-form',
    'case-messages',
    'cases',
    'dashboard',
    'form',
    'gallery',
    'login',
    'public-page',
    'settings-account',
  ],
  'desktop-dark': [
    'board-card',
    'brand-firm',
    'case-files',
    'case-overview',
    'case-task',
    'form-sent',
    'login-tablet',
    'providers',
    'registration-password',
    'start',
  ],
  'phone-light': [
    'app-notice',
    'case-folders',
    'case-messages',
    'case-task',
    'dashboard',
    'enter-pin',
    'form',
    'form-pin',
    'login',
    'registration-welcome',
  ],
  'phone-dark': [
    'brand-coach',
    'case-details',
    'case-new-message',
    'case-overview',
    'dashboard-provider',
    'dialog-crop',
    'not-found',
    'offline',
    'public-page-yellow',
    'settings-general',
  ],
};

export const isKept = (project: string, screen: string): boolean =>
  keptScreens[project]?.includes(screen) ?? false;
