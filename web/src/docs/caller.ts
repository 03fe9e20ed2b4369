let asked: Promise<string | undefined> | undefined;

/** Who is signed in; asked once. */
function signedInAs(): Promise<string | undefined> {
  asked ??= fetch('/whoami', { cache: 'no-store' })
    .then(async (answer) => {
      if (!answer.ok) return undefined;
      const { actor, tenant } = (await answer.json()) as { readonly actor: string; readonly tenant: string };
      return `${actor} (${tenant})`;
    })
    .catch(() => undefined);
  return asked;
}

/** States as whom a form sends, and takes an API key instead. The key stays on this page. */
export function callerNote(form: HTMLFormElement): void {
  const note = form.querySelector<HTMLElement>('[data-caller]');
  if (!note || note.nextElementSibling?.matches('[data-key]')) return;
  const label = document.createElement('label');
  label.dataset['key'] = '';
  const name = document.createElement('span');
  name.textContent = 'API key';
  const input = document.createElement('input');
  input.type = 'password';
  input.autocomplete = 'off';
  label.append(name, input);
  note.after(label);
  void signedInAs().then((person) => {
    if (person !== undefined) {
      name.textContent = 'API key (instead of your session)';
      note.textContent = `You are signed in as ${person}. The request uses your session and changes real data.`;
      return;
    }
    const link = document.createElement('a');
    link.setAttribute('href', '/app/');
    link.textContent = 'sign in';
    note.replaceChildren('You are not signed in: enter an API key, or ', link, ' and come back.');
  });
}

export const sendsKey = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('[data-key] input')?.value.trim() ?? '';
