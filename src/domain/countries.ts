import { foldPlace } from './place-name.ts';

/** ISO 3166-1, three letters and two, and Kosovo. Codes that are no longer in use are not countries, though Intl still names them. */
const CODES = `
  AFG:AF ALA:AX ALB:AL DZA:DZ ASM:AS AND:AD AGO:AO AIA:AI ATA:AQ ATG:AG ARG:AR ARM:AM ABW:AW AUS:AU AUT:AT AZE:AZ
  BHS:BS BHR:BH BGD:BD BRB:BB BLR:BY BEL:BE BLZ:BZ BEN:BJ BMU:BM BTN:BT BOL:BO BES:BQ BIH:BA BWA:BW BVT:BV BRA:BR
  IOT:IO BRN:BN BGR:BG BFA:BF BDI:BI CPV:CV KHM:KH CMR:CM CAN:CA CYM:KY CAF:CF TCD:TD CHL:CL CHN:CN CXR:CX CCK:CC
  COL:CO COM:KM COG:CG COD:CD COK:CK CRI:CR CIV:CI HRV:HR CUB:CU CUW:CW CYP:CY CZE:CZ DNK:DK DJI:DJ DMA:DM DOM:DO
  ECU:EC EGY:EG SLV:SV GNQ:GQ ERI:ER EST:EE SWZ:SZ ETH:ET FLK:FK FRO:FO FJI:FJ FIN:FI FRA:FR GUF:GF PYF:PF ATF:TF
  GAB:GA GMB:GM GEO:GE DEU:DE GHA:GH GIB:GI GRC:GR GRL:GL GRD:GD GLP:GP GUM:GU GTM:GT GGY:GG GIN:GN GNB:GW GUY:GY
  HTI:HT HMD:HM VAT:VA HND:HN HKG:HK HUN:HU ISL:IS IND:IN IDN:ID IRN:IR IRQ:IQ IRL:IE IMN:IM ISR:IL ITA:IT JAM:JM
  JPN:JP JEY:JE JOR:JO KAZ:KZ KEN:KE KIR:KI PRK:KP KOR:KR KWT:KW KGZ:KG LAO:LA LVA:LV LBN:LB LSO:LS LBR:LR LBY:LY
  LIE:LI LTU:LT LUX:LU MAC:MO MDG:MG MWI:MW MYS:MY MDV:MV MLI:ML MLT:MT MHL:MH MTQ:MQ MRT:MR MUS:MU MYT:YT MEX:MX
  FSM:FM MDA:MD MCO:MC MNG:MN MNE:ME MSR:MS MAR:MA MOZ:MZ MMR:MM NAM:NA NRU:NR NPL:NP NLD:NL NCL:NC NZL:NZ NIC:NI
  NER:NE NGA:NG NIU:NU NFK:NF MKD:MK MNP:MP NOR:NO OMN:OM PAK:PK PLW:PW PSE:PS PAN:PA PNG:PG PRY:PY PER:PE PHL:PH
  PCN:PN POL:PL PRT:PT PRI:PR QAT:QA REU:RE ROU:RO RUS:RU RWA:RW BLM:BL SHN:SH KNA:KN LCA:LC MAF:MF SPM:PM VCT:VC
  WSM:WS SMR:SM STP:ST SAU:SA SEN:SN SRB:RS SYC:SC SLE:SL SGP:SG SXM:SX SVK:SK SVN:SI SLB:SB SOM:SO ZAF:ZA SGS:GS
  SSD:SS ESP:ES LKA:LK SDN:SD SUR:SR SJM:SJ SWE:SE CHE:CH SYR:SY TWN:TW TJK:TJ TZA:TZ THA:TH TLS:TL TGO:TG TKL:TK
  TON:TO TTO:TT TUN:TN TUR:TR TKM:TM TCA:TC TUV:TV UGA:UG UKR:UA ARE:AE GBR:GB USA:US UMI:UM URY:UY UZB:UZ VUT:VU
  VEN:VE VNM:VN VGB:VG VIR:VI WLF:WF ESH:EH YEM:YE ZMB:ZM ZWE:ZW XKX:XK`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split(':') as [string, string]);

const BY_THREE: ReadonlyMap<string, string> = new Map(CODES);
const KNOWN: ReadonlySet<string> = new Set(BY_THREE.values());

const LANGUAGES =
  `en de fr nl es it pt da sv nb fi is pl cs sk hu ro bg el hr sl sr et lv lt tr uk ru ca ga mt sq mk ja zh ko ar he`.split(
    ' ',
  );

/** What people write, beside the names that Intl gives. */
const ALSO: Readonly<Record<string, string>> = {
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  engeland: 'GB',
  schotland: 'GB',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  angleterre: 'GB',
  'u s a': 'US',
  'u s': 'US',
  america: 'US',
  'united states of america': 'US',
  vs: 'US',
  'etats unis d amerique': 'US',
  holland: 'NL',
  nederlanden: 'NL',
  'the netherlands': 'NL',
  'republic of ireland': 'IE',
  eire: 'IE',
  el: 'GR',
  hellas: 'GR',
  'czech republic': 'CZ',
  turkey: 'TR',
  turkiye: 'TR',
  macedonia: 'MK',
  swaziland: 'SZ',
  burma: 'MM',
  'ivory coast': 'CI',
  bundesrepublik: 'DE',
  'russian federation': 'RU',
  korea: 'KR',
  'south korea': 'KR',
  'republic of korea': 'KR',
  vatican: 'VA',
  brd: 'DE',
  schweizer: 'CH',
  helvetia: 'CH',
  'principality of liechtenstein': 'LI',
  'furstentum liechtenstein': 'LI',
  'kingdom of belgium': 'BE',
  'grand duchy of luxembourg': 'LU',
};

let names: Map<string, string> | undefined;

function allNames(): Map<string, string> {
  if (names) return names;
  names = new Map(Object.entries(ALSO));
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of KNOWN) {
      const name = foldPlace(shown.of(code) ?? '');
      // The first language wins where two countries share a name.
      if (name !== '' && !names.has(name)) names.set(name, code);
    }
  }
  return names;
}

/** The code of two letters for a code of two or three, or for a name in a common language. */
export function countryOf(text: string): string | undefined {
  const sent = text.trim().toUpperCase();
  if (KNOWN.has(sent)) return sent;
  return BY_THREE.get(sent) ?? allNames().get(foldPlace(text));
}

/** Only by its name or its three letters: two letters inside of an address may be anything. */
export const countryNamed = (folded: string): string | undefined =>
  BY_THREE.get(folded.toUpperCase()) ?? (folded.length > 2 || folded === 'uk' ? allNames().get(folded) : undefined);

let english: Intl.DisplayNames | undefined;

export function countryName(code: string): string {
  english ??= new Intl.DisplayNames('en', { type: 'region' });
  return english.of(code) ?? code;
}
