import { areaTexts } from '../i18n/area-texts.ts';

const en = {
  title: 'My account',
  hint: (email: string) => `You are signed in as ${email}.`,
};

export const useAccountTexts = areaTexts({
  en,
  nl: {
    title: 'Mijn account',
    hint: (email) => `U bent aangemeld als ${email}.`,
  },
  de: {
    title: 'Mein Konto',
    hint: (email) => `Sie sind als ${email} angemeldet.`,
  },
  fr: {
    title: 'Mon compte',
    hint: (email) => `Vous êtes connecté en tant que ${email}.`,
  },
});
