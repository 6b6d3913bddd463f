import type { Messages } from '../en.ts';
import { number } from './words.ts';

export const shown: Messages['shown'] = {
  title: 'Wie ich gezeigt werde',
  lead: 'Was Sie über sich entscheiden. Es gilt sofort: in Ranglisten und Wettbewerben, auf Bildschirmen, in Dateien und Chats.',
  onBoards: 'In Ranglisten und auf Bildschirmen',
  choice: 'Andere sehen',
  choices: {
    named: { title: 'Meinen Namen', text: 'Wie im Verzeichnis des Unternehmens.' },
    nickname: {
      title: 'Einen Spitznamen',
      text: 'HR kann sehen, wem er gehört, andere nicht.',
    },
    hidden: {
      title: 'Nichts',
      text: 'Für andere bleibt Ihr Platz leer; Sie selbst sehen ihn.',
    },
  },
  nickname: 'Spitzname',
  nicknameHint:
    '2 bis 30 Zeichen. Nicht der Name, der Spitzname oder die Adresse von jemandem im Unternehmen.',
  rules: {
    named: 'Wer nichts wählt, wird mit Namen gezeigt.',
    'opt-in': 'Wer nichts wählt, wird nicht gezeigt.',
    neighbours:
      'Wer nichts wählt, wird mit Namen gezeigt. Alle sehen die ersten zehn und den eigenen Platz mit zweien davor und danach.',
    off: 'Ihr Unternehmen zeigt keine Ranglisten. Ihre Wahl gilt, falls sich das ändert.',
  },
  whoLooked: {
    title: 'Wer meinen Verlauf angesehen hat',
    beside: ({ count }) => `letzte ${number(count)} Tage`,
    nobody: 'Niemand hat ihn geöffnet.',
    footer:
      'Wer Ihre Einträge von XP und Münzen im Portal öffnet, steht hier, je Person und Tag einmal.',
  },
  looks: { history: 'XP und Münzen', export: 'Alles Gespeicherte, als Datei' },
  save: 'Auswahl speichern',
  saved: 'So sehen andere Sie ab jetzt.',
};
