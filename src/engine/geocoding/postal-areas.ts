import type { Gazetteer } from '../../domain/geocoding.ts';
import { type Area, largestNamed } from './area.ts';

/**
 * The areas that postal codes begin with, where the codes themselves do not ship: the beginning of the code, and the main town of its area. Where the
 * town lies is in the data that ship. So a code decides between towns of one name, and can be compared with the name beside it, without a country pack.
 */
interface Areas {
  /** Which part of a code names its area. */
  readonly prefix: RegExp;
  /** No place of an area is farther from its main town than this: measured with the country packs. */
  readonly reachKm: number;
  readonly towns: ReadonlyMap<string, string>;
  /** Areas that are larger or smaller. */
  readonly others: Readonly<Record<string, number>>;
}

function areas(prefix: RegExp, reachKm: number, text: string, others: Readonly<Record<string, number>> = {}): Areas {
  const towns = new Map<string, string>();
  for (const entry of text.split('|')) {
    const [prefixes = '', ...town] = entry.trim().split(' ');
    for (const each of prefixes.split(',')) towns.set(each, town.join(' '));
  }
  return { prefix, reachKm, towns, others };
}

const TWO_DIGITS = /^\d\d/;

/** Greater London, from its middle. */
const LONDON = Object.fromEntries('E EC N NW SE SW W WC'.split(' ').map((area) => [area, 30]));

const AREAS: Readonly<Record<string, Areas>> = {
  AT: areas(
    TWO_DIGITS,
    65,
    `10,11,12,13 Wien|20 Hollabrunn|21 Mistelbach|22 Gänserndorf|23 Mödling|24 Bruck an der Leitha|25 Baden|26 Neunkirchen|27,28 Wiener Neustadt
    |30,31 Sankt Pölten|32 Scheibbs|33 Amstetten|34 Tulln|35 Krems|36 Melk|37 Horn|38 Waidhofen an der Thaya|39 Zwettl|40 Linz|41 Linz|42 Freistadt
    |43 Perg|44 Steyr|45 Kirchdorf an der Krems|46 Wels|47 Schärding|48 Gmunden|49 Ried im Innkreis|50,51 Salzburg|52 Braunau am Inn|53 Mondsee
    |54 Hallein|55 Bischofshofen|56 Sankt Johann im Pongau|57 Zell am See|60,61 Innsbruck|62 Schwaz|63 Kufstein|64 Imst|65 Landeck|66 Reutte|67 Bludenz
    |68 Feldkirch|69 Bregenz|70 Eisenstadt|71 Neusiedl am See|72 Mattersburg|73 Oberpullendorf|74,75 Oberwart|80,81 Graz|82 Hartberg|83 Feldbach
    |84 Leibnitz|85 Voitsberg|86 Bruck an der Mur|87 Leoben|88 Judenburg|89 Liezen|90,92 Klagenfurt|91 Völkermarkt|93 Sankt Veit an der Glan|94 Wolfsberg
    |95 Villach|96 Hermagor|97,98 Spittal an der Drau|99 Lienz`,
    { '10': 25, '11': 25, '12': 25, '13': 25 },
  ),
  BE: areas(
    TWO_DIGITS,
    50,
    `10,11,12 Brussels|13 Wavre|14 Nivelles|15,16 Halle|17 Asse|18 Vilvoorde|19 Zaventem|20,21,26 Antwerpen|22 Herentals|23 Turnhout|24 Geel|25 Lier
    |28 Mechelen|29 Brasschaat|30 Leuven|31,32 Aarschot|33,34 Tienen|35 Hasselt|36 Genk|37 Tongeren|38 Sint-Truiden|39 Lommel|40,44,46 Liège|41 Seraing
    |42,43 Waremme|45 Huy|47 Eupen|48 Verviers|49 Malmedy|50,51,52 Namur|53 Ciney|54,55 Dinant|56 Philippeville|60,61,62 Charleroi|64 Chimay|65 Thuin
    |66 Bastogne|67 Arlon|68 Neufchâteau|69 Marche-en-Famenne|70,72,73 Mons|71 La Louvière|75,76 Tournai|77 Mouscron|78,79 Ath|80,81,82 Brugge
    |83 Blankenberge|84 Oostende|85 Kortrijk|86 Diksmuide|87 Izegem|88 Roeselare|89 Ieper|90 Gent|91 Sint-Niklaas|92 Dendermonde|93 Aalst|94 Ninove
    |95 Zottegem|96,97 Oudenaarde|98 Deinze|99 Eeklo`,
    { '10': 20, '11': 20, '12': 20, '20': 25, '26': 25 },
  ),
  CH: areas(
    TWO_DIGITS,
    70,
    `10,11 Lausanne|12 Genève|13,14 Yverdon-les-Bains|15 Payerne|16 Bulle|17 Fribourg|18 Montreux|19 Sion|20,21,22 Neuchâtel|23,24 La Chaux-de-Fonds
    |25,26 Biel|27 Moutier|28 Delémont|29 Porrentruy|30,31,32,33 Bern|34 Burgdorf|35 Langnau|36 Thun|37 Spiez|38 Interlaken|39 Brig|40,41 Basel|42 Laufen
    |43 Rheinfelden|44 Liestal|45 Solothurn|46,47 Olten|48 Zofingen|49 Langenthal|50 Aarau|51,52 Brugg|53,54,55 Baden|56 Wohlen|57 Aarau|60 Luzern
    |61 Willisau|62 Sursee|63 Zug|64 Schwyz|65 Bellinzona|66 Locarno|67 Biasca|68,69 Lugano|70 Chur|71 Ilanz|72 Davos|73 Sargans|74 Thusis|75 Sankt Moritz
    |76 Sankt Moritz|77 Poschiavo|80 Zürich|81 Bülach|82 Schaffhausen|83,84 Winterthur|85 Frauenfeld|86 Uster|87 Rapperswil|88 Horgen
    |89 Affoltern am Albis|90 Sankt Gallen|91 Herisau|92 Gossau|93 Rorschach|94 Altstätten|95 Wil|96 Wattwil`,
  ),
  DE: areas(
    TWO_DIGITS,
    100,
    `01 Dresden|02 Bautzen|03 Cottbus|04 Leipzig|06 Halle (Saale)|07 Jena|08 Zwickau|09 Chemnitz|10,11,12,13 Berlin|14 Potsdam|15 Fürstenwalde|16 Oranienburg
    |17 Neubrandenburg|18 Rostock|19 Schwerin|20,22 Hamburg|21 Lüneburg|23 Lübeck|24 Kiel|25 Heide|26 Oldenburg|27 Bremerhaven|28 Bremen|29 Celle
    |30 Hannover|31 Hildesheim|32 Detmold|33 Bielefeld|34 Kassel|35 Gießen|36 Fulda|37 Göttingen|38 Braunschweig|39 Magdeburg|40 Düsseldorf
    |41 Mönchengladbach|42 Wuppertal|44 Dortmund|45 Essen|46 Wesel|47 Duisburg|48 Münster|49 Osnabrück|50,51 Köln|52 Aachen|53 Bonn|54 Trier|55 Mainz
    |56 Koblenz|57 Siegen|58 Hagen|59 Soest|60 Frankfurt am Main|61 Bad Homburg vor der Höhe|63 Aschaffenburg|64 Darmstadt|65 Wiesbaden|66 Saarbrücken|67 Kaiserslautern
    |68 Mannheim|69 Heidelberg|70 Stuttgart|71 Ludwigsburg|72 Tübingen|73 Göppingen|74 Heilbronn|75 Pforzheim|76 Karlsruhe|77 Offenburg
    |78 Villingen-Schwenningen|79 Freiburg|80,81 München|82 Starnberg|83 Rosenheim|84 Landshut|85 Freising|86 Augsburg|87 Kempten|88 Ravensburg|89 Ulm
    |90 Nürnberg|91 Ansbach|92 Amberg|93 Regensburg|94 Deggendorf|95 Bayreuth|96 Bamberg|97 Würzburg|98 Suhl|99 Erfurt`,
    {
      '10': 35,
      '11': 35,
      '12': 35,
      '13': 35,
      '18': 110,
      '20': 40,
      '21': 120,
      '22': 60,
      '27': 110,
      '28': 45,
      '29': 110,
      '50': 45,
      '60': 40,
      '70': 40,
      '80': 45,
      '81': 45,
    },
  ),
  DK: areas(
    TWO_DIGITS,
    85,
    `10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29 Copenhagen|30,31,32,33,34,35,36 Hillerød|37 Rønne|40,41,42,43,44,45 Roskilde
    |46,47,48,49 Næstved|50,51,52,53,54,55,56,57,58,59 Odense|60,61,62,63,64,65,66,70,71,72,73 Kolding|67,68,69 Esbjerg|74,75,76,77,78,79 Herning
    |80,81,82,83,84,85,86,87 Århus|88,89 Randers|90,91,92,93,94,95,96,97,98,99 Aalborg`,
    { '69': 95, '77': 110, '85': 105 },
  ),
  FR: areas(
    TWO_DIGITS,
    110,
    `01 Bourg-en-Bresse|02 Laon|03 Moulins|04 Digne-les-Bains|05 Gap|06 Nice|07 Privas|08 Charleville-Mézières|09 Foix|10 Troyes|11 Carcassonne|12 Rodez
    |13 Marseille|14 Caen|15 Aurillac|16 Angoulême|17 La Rochelle|18 Bourges|19 Tulle|20 Corte|21 Dijon|22 Saint-Brieuc|23 Guéret|24 Périgueux|25 Besançon
    |26 Valence|27 Évreux|28 Chartres|29 Quimper|30 Nîmes|31 Toulouse|32 Auch|33 Bordeaux|34 Montpellier|35 Rennes|36 Châteauroux|37 Tours|38 Grenoble
    |39 Lons-le-Saunier|40 Mont-de-Marsan|41 Blois|42 Saint-Étienne|43 Le Puy-en-Velay|44 Nantes|45 Orléans|46 Cahors|47 Agen|48 Mende|49 Angers|50 Saint-Lô
    |51 Châlons-en-Champagne|52 Chaumont|53 Laval|54 Nancy|55 Bar-le-Duc|56 Vannes|57 Metz|58 Nevers|59 Lille|60 Beauvais|61 Alençon|62 Arras
    |63 Clermont-Ferrand|64 Pau|65 Tarbes|66 Perpignan|67 Strasbourg|68 Colmar|69 Lyon|70 Vesoul|71 Mâcon|72 Le Mans|73 Chambéry|74 Annecy|75 Paris|76 Rouen
    |77 Melun|78 Versailles|79 Niort|80 Amiens|81 Albi|82 Montauban|83 Toulon|84 Avignon|85 La Roche-sur-Yon|86 Poitiers|87 Limoges|88 Épinal|89 Auxerre
    |90 Belfort|91 Évry|92 Nanterre|93 Bobigny|94 Créteil|95 Cergy`,
    { '17': 145, '31': 120, '75': 20, '92': 30, '93': 30, '94': 30 },
  ),
  GB: areas(
    /^[A-Z]{1,2}(?=\d)/,
    85,
    `AB Aberdeen|AL St Albans|B Birmingham|BA Bath|BB Blackburn|BD Bradford|BH Bournemouth|BL Bolton|BN Brighton|BR Bromley|BS Bristol|BT Belfast|CA Carlisle
    |CB Cambridge|CF Cardiff|CH Chester|CM Chelmsford|CO Colchester|CR Croydon|CT Canterbury|CV Coventry|CW Crewe|DA Dartford|DD Dundee|DE Derby|DG Dumfries
    |DH Durham|DL Darlington|DN Doncaster|DT Dorchester|DY Dudley|E,EC,N,NW,SE,SW,W,WC London|EH Edinburgh|EN Enfield|EX Exeter|FK Falkirk|FY Blackpool
    |G Glasgow|GL Gloucester|GU Guildford|HA Harrow|HD Huddersfield|HG Harrogate|HP Hemel Hempstead|HR Hereford|HS Stornoway|HU Hull|HX Halifax|IG Ilford
    |IP Ipswich|IV Inverness|KA Kilmarnock|KT Kingston upon Thames|KW Wick|KY Kirkcaldy|L Liverpool|LA Lancaster|LD Llandrindod Wells|LE Leicester
    |LL Llandudno|LN Lincoln|LS Leeds|LU Luton|M Manchester|ME Maidstone|MK Milton Keynes|ML Motherwell|NE Newcastle upon Tyne|NG Nottingham|NN Northampton
    |NP Newport|NR Norwich|OL Oldham|OX Oxford|PA Paisley|PE Peterborough|PH Perth|PL Plymouth|PO Portsmouth|PR Preston|RG Reading|RH Redhill|RM Romford
    |S Sheffield|SA Swansea|SG Stevenage|SK Stockport|SL Slough|SM Sutton|SN Swindon|SO Southampton|SP Salisbury|SR Sunderland|SS Southend-on-Sea
    |ST Stoke-on-Trent|SY Shrewsbury|TA Taunton|TD Galashiels|TF Telford|TN Royal Tunbridge Wells|TQ Torquay|TR Truro|TS Middlesbrough|TW Twickenham
    |UB Southall|WA Warrington|WD Watford|WF Wakefield|WN Wigan|WR Worcester|WS Walsall|WV Wolverhampton|YO York|ZE Lerwick`,
    { BT: 130, DG: 100, HS: 155, IV: 155, KW: 105, PA: 175, PH: 200, SA: 95, SY: 110, TR: 100, ...LONDON },
  ),
  LU: areas(
    /^\d/,
    40,
    '1,2 Luxembourg|3 Dudelange|4 Esch-sur-Alzette|5 Remich|6 Grevenmacher|7 Mersch|8 Mamer|9 Diekirch',
  ),
  NL: areas(
    TWO_DIGITS,
    50,
    `10,11 Amsterdam|12 Hilversum|13 Almere|14 Purmerend|15 Zaandam|16 Hoorn|17 Schagen|18 Alkmaar|19 Beverwijk|20 Haarlem|21 Hoofddorp|22,23 Leiden
    |24 Alphen aan den Rijn|25 The Hague|26 Delft|27 Zoetermeer|28 Gouda|29,30 Rotterdam|31 Schiedam|32 Spijkenisse|33 Dordrecht|34,35,36 Utrecht|37 Zeist
    |38 Amersfoort|39 Veenendaal|40 Tiel|41 Culemborg|42 Gorinchem|43 Middelburg|44 Goes|45 Terneuzen|46 Bergen op Zoom|47 Roosendaal|48 Breda|49 Oosterhout
    |50 Tilburg|51 Waalwijk|52 's-Hertogenbosch|53 Oss|54 Veghel|55,56 Eindhoven|57 Helmond|58 Venray|59 Venlo|60 Weert|61 Sittard|62 Maastricht
    |63,64 Heerlen|65 Nijmegen|66 Wijchen|67 Ede|68 Arnhem|69 Zevenaar|70 Doetinchem|71 Winterswijk|72 Zutphen|73 Apeldoorn|74 Deventer|75 Enschede
    |76 Almelo|77 Hardenberg|78 Emmen|79 Hoogeveen|80 Zwolle|81 Raalte|82 Lelystad|83 Emmeloord|84 Heerenveen|85,86 Sneek|87 Bolsward|88 Harlingen
    |89,90 Leeuwarden|91 Dokkum|92 Drachten|93 Roden|94 Assen|95 Stadskanaal|96 Hoogezand|97,98 Groningen|99 Appingedam`,
  ),
};

/** The area of a postal code: its main town. `folded` is a code as place-name.ts folds it. */
export function areaOfCode(gazetteer: Gazetteer, folded: string): Area | undefined {
  const known = AREAS[gazetteer.country];
  const prefix = known?.prefix.exec(folded)?.[0];
  const name = prefix === undefined ? undefined : known?.towns.get(prefix);
  const town = name === undefined ? undefined : largestNamed(gazetteer, name);
  if (!known || prefix === undefined || !town) return undefined;
  return { town, reachKm: known.others[prefix] ?? known.reachKm };
}
