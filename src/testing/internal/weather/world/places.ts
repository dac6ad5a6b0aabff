/** The places that the geocoding service knows without a seed: cities of all continents. */
import type { PlaceSeed } from "../../../WeatherSeed.ts"

/** A place in the service's database. */
export interface Place extends PlaceSeed {
  readonly id: number
}

/** Id, name, latitude, longitude, elevation, kind, country (code, id, name), region, time zone, population. */
const table = `
2759794|Amsterdam|52.37403|4.88969|13|PPLC|NL|2750405|The Netherlands|North Holland|Europe/Amsterdam|741636
2756071|Enschede|52.21833|6.89583|45|PPL|NL|2750405|The Netherlands|Overijssel|Europe/Amsterdam|153655
2950159|Berlin|52.52437|13.41053|74|PPLC|DE|2921044|Germany|State of Berlin|Europe/Berlin|3426354
2867714|Munich|48.13743|11.57549|524|PPLA|DE|2921044|Germany|Bavaria|Europe/Berlin|1260391
2886242|Cologne|50.93333|6.95|58|PPL|DE|2921044|Germany|North Rhine-Westphalia|Europe/Berlin|963395
2911298|Hamburg|53.55073|9.99302|6|PPLA|DE|2921044|Germany|Hamburg|Europe/Berlin|1739117
2643743|London|51.50853|-0.12574|25|PPLC|GB|2635167|United Kingdom|England|Europe/London|8961989
6058560|London|42.98339|-81.23304|252|PPL|CA|6251999|Canada|Ontario|America/Toronto|422324
2650225|Edinburgh|55.95206|-3.19648|56|PPLA|GB|2635167|United Kingdom|Scotland|Europe/London|464990
2964574|Dublin|53.33306|-6.24889|17|PPLC|IE|2963597|Ireland|Leinster|Europe/Dublin|1024027
2988507|Paris|48.85341|2.3488|42|PPLC|FR|3017382|France|Île-de-France|Europe/Paris|2138551
4717560|Paris|33.66094|-95.55551|183|PPLA2|US|6252001|United States|Texas|America/Chicago|24782
3117735|Madrid|40.4165|-3.70256|665|PPLC|ES|2510769|Spain|Madrid|Europe/Madrid|3255944
2267057|Lisbon|38.71667|-9.13333|45|PPLC|PT|2264397|Portugal|Lisbon|Europe/Lisbon|517802
3169070|Rome|41.89193|12.51133|20|PPLC|IT|3175395|Italy|Lazio|Europe/Rome|2318895
2657896|Zurich|47.36667|8.55|429|PPLA|CH|2658434|Switzerland|Zurich|Europe/Zurich|341730
2761369|Vienna|48.20849|16.37208|171|PPLC|AT|2782113|Austria|Vienna|Europe/Vienna|1691468
3067696|Prague|50.08804|14.42076|202|PPLC|CZ|3077311|Czechia|Prague|Europe/Prague|1165581
756135|Warsaw|52.22977|21.01178|113|PPLC|PL|798544|Poland|Mazovia|Europe/Warsaw|1702139
3143244|Oslo|59.91273|10.74609|26|PPLC|NO|3144096|Norway|Oslo|Europe/Oslo|580000
3161732|Bergen|60.39299|5.32415|12|PPLA|NO|3144096|Norway|Vestland|Europe/Oslo|213585
3133895|Tromsø|69.6489|18.95508|10|PPLA|NO|3144096|Norway|Troms|Europe/Oslo|52436
2673730|Stockholm|59.32938|18.06871|28|PPLC|SE|2661886|Sweden|Stockholm|Europe/Stockholm|1515017
2618425|Copenhagen|55.67594|12.56553|14|PPLC|DK|2623032|Denmark|Capital Region|Europe/Copenhagen|1153615
658225|Helsinki|60.16952|24.93545|26|PPLC|FI|660013|Finland|Uusimaa|Europe/Helsinki|558457
3413829|Reykjavik|64.13548|-21.89541|37|PPLC|IS|2629691|Iceland|Capital Region|Atlantic/Reykjavik|118918
264371|Athens|37.98376|23.72784|70|PPLC|GR|390903|Greece|Attica|Europe/Athens|664046
745044|Istanbul|41.01384|28.94966|39|PPLA|TR|298795|Turkey|Istanbul|Europe/Istanbul|14804116
703448|Kyiv|50.45466|30.5238|187|PPLC|UA|690791|Ukraine|Kyiv City|Europe/Kyiv|2797553
360630|Cairo|30.06263|31.24967|23|PPLC|EG|357994|Egypt|Cairo|Africa/Cairo|9606916
2332459|Lagos|6.45407|3.39467|11|PPLA2|NG|2328926|Nigeria|Lagos|Africa/Lagos|15388000
184745|Nairobi|-1.28333|36.81667|1684|PPLC|KE|192950|Kenya|Nairobi County|Africa/Nairobi|2750547
3369157|Cape Town|-33.92584|18.42322|25|PPLA|ZA|953987|South Africa|Western Cape|Africa/Johannesburg|3433441
2306104|Accra|5.55602|-0.1969|59|PPLC|GH|2300660|Ghana|Greater Accra|Africa/Accra|1963264
292223|Dubai|25.07725|55.30927|24|PPLA|AE|290557|United Arab Emirates|Dubai|Asia/Dubai|3790000
112931|Tehran|35.69439|51.42151|1179|PPLC|IR|130758|Iran|Tehran|Asia/Tehran|7153309
1275339|Mumbai|19.07283|72.88261|8|PPLA|IN|1269750|India|Maharashtra|Asia/Kolkata|12691836
1261481|New Delhi|28.63576|77.22445|216|PPLC|IN|1269750|India|Delhi|Asia/Kolkata|317797
1283240|Kathmandu|27.70169|85.3206|1317|PPLC|NP|1282988|Nepal|Bagmati|Asia/Kathmandu|1442271
1880252|Singapore|1.28967|103.85007|23|PPLC|SG|1880251|Singapore||Asia/Singapore|5638700
1642911|Jakarta|-6.21462|106.84513|8|PPLC|ID|1643084|Indonesia|Jakarta|Asia/Jakarta|8540121
1609350|Bangkok|13.75398|100.50144|12|PPLC|TH|1605651|Thailand|Bangkok|Asia/Bangkok|5104476
1816670|Beijing|39.9075|116.39723|49|PPLC|CN|1814991|China|Beijing|Asia/Shanghai|18960744
1835848|Seoul|37.566|126.9784|38|PPLC|KR|1835841|South Korea|Seoul|Asia/Seoul|10349312
1850147|Tokyo|35.6895|139.69171|44|PPLC|JP|1861060|Japan|Tokyo|Asia/Tokyo|9733276
2147714|Sydney|-33.86785|151.20732|58|PPLA|AU|2077456|Australia|New South Wales|Australia/Sydney|4627345
2158177|Melbourne|-37.814|144.96332|25|PPLA|AU|2077456|Australia|Victoria|Australia/Melbourne|4917750
2078025|Adelaide|-34.92866|138.59863|56|PPLA|AU|2077456|Australia|South Australia|Australia/Adelaide|1225235
2193733|Auckland|-36.84853|174.76349|26|PPLA|NZ|2186224|New Zealand|Auckland|Pacific/Auckland|417910
4033936|Papeete|-17.53733|-149.5665|6|PPLC|PF|4030656|French Polynesia|Îles du Vent|Pacific/Tahiti|26357
5856195|Honolulu|21.30694|-157.85833|18|PPLA|US|6252001|United States|Hawaii|Pacific/Honolulu|371657
5879400|Anchorage|61.21806|-149.90028|31|PPLA2|US|6252001|United States|Alaska|America/Anchorage|298695
5128581|New York|40.71427|-74.00597|10|PPL|US|6252001|United States|New York|America/New_York|8804190
4887398|Chicago|41.85003|-87.65005|179|PPLA2|US|6252001|United States|Illinois|America/Chicago|2696555
5419384|Denver|39.73915|-104.9847|1609|PPLA|US|6252001|United States|Colorado|America/Denver|715522
5391959|San Francisco|37.77493|-122.41942|16|PPLA2|US|6252001|United States|California|America/Los_Angeles|864816
4164138|Miami|25.77427|-80.19366|2|PPLA2|US|6252001|United States|Florida|America/New_York|441003
6167865|Toronto|43.70643|-79.39864|175|PPLA|CA|6251999|Canada|Ontario|America/Toronto|2600000
6324733|St. John's|47.56494|-52.70931|47|PPLA|CA|6251999|Canada|Newfoundland and Labrador|America/St_Johns|99182
3530597|Mexico City|19.42847|-99.12766|2240|PPLC|MX|3996063|Mexico|Mexico City|America/Mexico_City|12294193
3936456|Lima|-12.04318|-77.02824|154|PPLC|PE|3932488|Peru|Lima|America/Lima|7737002
3652462|Quito|-0.22985|-78.52495|2854|PPLC|EC|3658394|Ecuador|Pichincha|America/Guayaquil|1399814
3911925|La Paz|-16.5|-68.15|3782|PPLG|BO|3923057|Bolivia|La Paz|America/La_Paz|812799
3448439|São Paulo|-23.5475|-46.63611|769|PPLA|BR|3469034|Brazil|São Paulo|America/Sao_Paulo|12400232
3435910|Buenos Aires|-34.61315|-58.37723|31|PPLC|AR|3865483|Argentina|Buenos Aires F.D.|America/Argentina/Buenos_Aires|2891082
3871336|Santiago|-33.45694|-70.64827|556|PPLC|CL|3895114|Chile|Santiago Metropolitan|America/Santiago|4837295
`

const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Amsterdam: { es: "Ámsterdam", pt: "Amsterdã" },
  Munich: { de: "München", it: "Monaco di Baviera", nl: "München" },
  Cologne: { de: "Köln", fr: "Cologne", nl: "Keulen" },
  Paris: { it: "Parigi", nl: "Parijs" },
  Rome: { de: "Rom", it: "Roma", es: "Roma" },
  Vienna: { de: "Wien", fr: "Vienne", nl: "Wenen" },
  Prague: { de: "Prag", cs: "Praha", nl: "Praag" },
  Warsaw: { de: "Warschau", pl: "Warszawa", nl: "Warschau" },
  Copenhagen: { de: "Kopenhagen", da: "København", nl: "Kopenhagen" },
  Lisbon: { de: "Lissabon", pt: "Lisboa", nl: "Lissabon" },
  Athens: { de: "Athen", el: "Αθήνα", nl: "Athene" },
  Cairo: { de: "Kairo", fr: "Le Caire", ar: "القاهرة" },
  Tokyo: { de: "Tokio", ja: "東京都", nl: "Tokio" },
  Beijing: { de: "Peking", zh: "北京市", nl: "Peking" },
  "Mexico City": { de: "Mexiko-Stadt", es: "Ciudad de México" }
}

const postcodes: Readonly<Record<string, ReadonlyArray<string>>> = {
  Enschede: ["7511", "7512", "7513", "7514"],
  Berlin: ["10115", "10117", "10119"],
  "New York": ["10001", "10002", "10003"],
  Zurich: ["8001", "8002", "8003"]
}

const cityOf = (line: string): Place => {
  const [id, name = "", latitude, longitude, elevation, feature_code = "", ...more] = line.split("|")
  const [country_code = "", country_id, country = "", admin1 = "", timezone = "", population] = more
  return {
    id: Number(id),
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
    elevation: Number(elevation),
    feature_code,
    country_code,
    country_id: Number(country_id),
    country,
    timezone,
    population: Number(population),
    ...(admin1 === "" ? {} : { admin1, admin1_id: Number(country_id) + 1 }),
    ...(names[name] === undefined ? {} : { names: names[name] }),
    ...(postcodes[name] === undefined ? {} : { postcodes: postcodes[name] })
  }
}

/** The built-in cities. */
export const cities: ReadonlyArray<Place> = table.trim().split("\n").map(cityOf)
