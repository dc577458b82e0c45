import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { INTERFACE_LANGUAGES, type InterfaceLanguage, isInterfaceLanguage } from '@marquee/rules/interface-languages';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { keepLanguage } from '../../language/chosen-language.ts';
import { _, pageLanguage } from '../../language/words.ts';
import { RadioCards } from '../../ui/choice.tsx';
import { toast } from '../../ui/toast.ts';

/** What the page was in before it was loaded again, so that the choice can be undone. */
const BEFORE = 'language-before';

type Props = {
  /** Loads the page again, whose texts are the server's. */
  reload?: () => void;
};

/** The language of the account, in every browser and every message; a choice is saved at once [SET-07]. */
export function LanguageSettings({ reload = () => location.reload() }: Props) {
  const spoken = pageLanguage();
  const [chosen, setChosen] = useState(spoken);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState('');
  const isShown = useRef(false);

  const choose = async (language: InterfaceLanguage) => {
    if (pending || language === spoken) return;
    setPending(true);
    setFailed('');
    setChosen(language);
    try {
      await client(ProfileService).updateProfile({ preferredLanguage: language });
    } catch (error) {
      setChosen(spoken);
      setFailed(messageOf(error, _('We failed to save your language. Please try again.')));
      setPending(false);
      return;
    }
    keepLanguage(language);
    sessionStorage.setItem(BEFORE, spoken);
    reload();
  };

  useEffect(() => {
    const before = sessionStorage.getItem(BEFORE) ?? '';
    sessionStorage.removeItem(BEFORE);
    if (isShown.current || !isInterfaceLanguage(before) || before === spoken) return;
    isShown.current = true;
    toast({ message: _('Your language was changed.'), tone: 'good', undo: () => void choose(before) });
  });

  return (
    <RadioCards
      legend={_('Language')}
      hideLegend
      name="language"
      columns={3}
      options={INTERFACE_LANGUAGES.map(({ code, name }) => ({
        value: code,
        label: name,
        disabled: pending,
        description: pending && code === chosen ? _('Saving…') : undefined,
      }))}
      value={chosen}
      error={failed}
      onChange={(event) => void choose(event.target.value as InterfaceLanguage)}
    />
  );
}
