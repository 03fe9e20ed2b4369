import { Link } from '@tanstack/react-router';
import { kindNames } from './kinds.ts';
import { useMasterDataTexts } from './texts.ts';
import './master-data.css';

/** Links to the lists. */
export function KindTabs() {
  const texts = useMasterDataTexts();
  return (
    <nav className="master-tabs" aria-label={texts.title}>
      {kindNames.map((kind) => (
        <Link
          key={kind}
          to="/master-data/$kind"
          params={{ kind }}
          className="master-tab"
          activeProps={{ className: 'master-tab master-here', 'aria-current': 'page' }}
        >
          {texts.kinds[kind]}
        </Link>
      ))}
    </nav>
  );
}
