// What the browser keeps: drafts and the key for this tab, language and theme for good. A browser that keeps nothing is fine.

function kept(place) {
  return {
    get(name, otherwise = null) {
      try {
        const text = place().getItem(`arch-team.${name}`);
        return text === null ? otherwise : JSON.parse(text);
      } catch {
        return otherwise;
      }
    },
    set(name, value) {
      try {
        if (value === null || value === "") place().removeItem(`arch-team.${name}`);
        else place().setItem(`arch-team.${name}`, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}

export const session = kept(() => window.sessionStorage);
export const settings = kept(() => window.localStorage);
