import type { Gazetteer } from '../../domain/geocoding.ts';
import { foldPlace } from '../../domain/place-name.ts';
import { type Area, largestNamed } from './area.ts';

/**
 * Counties of Great Britain, which stand in addresses and decide between towns of one name. The regions of the data are England, Scotland, Wales and
 * Northern Ireland: they decide nothing. By a town near the middle of each, and how far away its places are.
 */
const COUNTIES: ReadonlyMap<string, readonly [town: string, reachKm: number]> = new Map(
  `Aberdeenshire:Inverurie:75|Anglesey:Llangefni:40|Angus:Forfar:50|Antrim:Ballymena:60|Argyll:Oban:120|Armagh:Armagh:45|Ayrshire:Ayr:70
  |Bedfordshire:Bedford:40|Berkshire:Reading:50|Buckinghamshire:Aylesbury:50|Cambridgeshire:Ely:60|Carmarthenshire:Carmarthen:50
  |Ceredigion:Aberaeron:55|Cheshire:Northwich:50|Clwyd:Ruthin:50|Cornwall:Bodmin:90|County Durham:Bishop Auckland:50|Cumbria:Penrith:80
  |Derbyshire:Matlock:55|Devon:Okehampton:80|Dorset:Blandford Forum:60|Dyfed:Carmarthen:80|East Sussex:Uckfield:50|East Yorkshire:Driffield:60
  |Essex:Chelmsford:65|Fermanagh:Enniskillen:50|Fife:Glenrothes:45|Glamorgan:Pontypridd:55|Gloucestershire:Gloucester:55
  |Greater Manchester:Manchester:35|Gwent:Newport:45|Gwynedd:Dolgellau:65|Hampshire:Winchester:60|Herefordshire:Hereford:45
  |Hertfordshire:Hertford:50|Isle of Wight:Ryde:35|Kent:Ashford:75|Lanarkshire:Lanark:55|Lancashire:Preston:60|Leicestershire:Leicester:45
  |Lincolnshire:Horncastle:80|Londonderry:Limavady:60|Merseyside:Liverpool:40|Monmouthshire:Usk:40|Moray:Elgin:55|Norfolk:Dereham:65
  |North Yorkshire:Ripon:90|Northamptonshire:Northampton:55|Northumberland:Alnwick:80|Nottinghamshire:Newark on Trent:55|Oxfordshire:Oxford:50
  |Pembrokeshire:Haverfordwest:45|Perthshire:Crieff:80|Powys:Builth Wells:90|Rutland:Oakham:25|Shropshire:Shrewsbury:50|Somerset:Wells:75
  |South Yorkshire:Rotherham:40|Staffordshire:Stafford:55|Stirlingshire:Stirling:70|Suffolk:Stowmarket:65|Surrey:Guildford:50
  |Tyne and Wear:Gateshead:30|Tyrone:Omagh:60|Warwickshire:Warwick:50|West Midlands:Birmingham:35|West Sussex:Horsham:50
  |West Yorkshire:Wakefield:45|Wiltshire:Devizes:55|Worcestershire:Worcester:45|Yorkshire:York:100`
    .split('|')
    .map((entry) => {
      const [county = '', town = '', reachKm] = entry.trim().split(':');
      return [foldPlace(county), [town, Number(reachKm)]] as const;
    }),
);

/** Where the places of a county are. `name` is folded. */
export function countyNamed(gazetteer: Gazetteer, name: string): Area | undefined {
  const county = gazetteer.country === 'GB' ? COUNTIES.get(name) : undefined;
  const town = county && largestNamed(gazetteer, county[0]);
  return town && { town, reachKm: county[1] };
}
