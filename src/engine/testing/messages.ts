import portalDe from '#locales/portal.de.json' with { type: 'json' };
import portalEn from '#locales/portal.en.json' with { type: 'json' };
import serverDe from '#locales/server.de.json' with { type: 'json' };
import serverEn from '#locales/server.en.json' with { type: 'json' };
import startDe from '#locales/start.de.json' with { type: 'json' };
import startEn from '#locales/start.en.json' with { type: 'json' };
import visitorsDe from '#locales/visitors.de.json' with { type: 'json' };
import visitorsEn from '#locales/visitors.en.json' with { type: 'json' };

/** All texts by language, parsed by the build. The form workshop also shows the server's. */
export const messages = {
  de: { ...visitorsDe, ...portalDe, ...serverDe, ...startDe },
  en: { ...visitorsEn, ...portalEn, ...serverEn, ...startEn },
};
