import type { ImportedFilm } from '../seed/import-film.ts';

/** Films as a catalogue has them, many of them alike: title, director, cast, country, language, year, genres, festival, log line. */
const LINES = `
The Salt Road|Inês Duarte|Amélia Vaz, Yassin Bennani|PT|pt|2025|Drama, Adventure|Festival do Atlântico|A widow walks the old caravan road to return a debt.
Salt|Petra Lindqvist|Ola Berg|SE|sv|2019|Drama||Two brothers inherit a works on the coast.
Saltwater|Niamh Corrigan|Fionn Daly|IE|en|2022|Romance||A diver falls for a woman who cannot swim.
Salt of the Evening|Karim Haddad|Leïla Mansour|LB|ar|2017|Drama|Beirut Nights|A cook loses her taste and keeps her kitchen.
Eleven Metres|Nicolás Bruno|Raúl Ocampo, Tito Benedetti|AR|es|2025|Documentary, Sport||A goalkeeper meets the man who took the penalty.
Twelve Metres Down|Rosa Ferreira|Hugo Lins|BR|pt|2021|Thriller||A pool is emptied and something stays.
A Grammar of Rain|Meera Krishnan|Anjali Raman, Dev Pillai|IN|ta|2025|Drama, Romance|Chennai International|A translator goes deaf and reads her city by the rain.
Rain Over Kolkata|Sourav Sen|Mita Roy|IN|bn|2016|Drama||A tram driver counts the last monsoon of his line.
The Rain Collectors|Hanna Vogel|Jonas Keller|DE|de|2020|Documentary||Farmers in Brandenburg measure what falls.
Blue Hour, Red Room|Seo Yun-ah|Ji-won Han, Min Park|KR|ko|2025|Thriller, Drama|Busan Student Shorts|Two sisters share one flat and one secret.
The Blue Room|Agathe Morel|Benoît Lacombe|FR|fr|2014|Mystery||A locked door in a house by the Loire.
Concrete Orchestra|Milica Stanković|Vuk Ilić|RS|sr|2025|Documentary, Music|Beldocs Off|A composer records a housing estate before it falls.
Desert Frequency|Idriss Amrani|Salma Tazi|MA|ar|2026|Science Fiction, Mystery|Festival do Atlântico|A pirate radio host is rung from next Thursday.
Desert Bloom|Yael Shapiro|Noa Levi|IL|he|2018|Drama||A botanist returns to the Negev.
Fjellvind|Sigrid Aune|Torunn Lie, Aksel Strand|NO|nb|2024|Drama|Northern Lights Film Festival|Two meteorologists are snowed in where they met.
Grandmother Tongue|Folake Adesina|Iya Abeni|NG|yo|2025|Documentary, Comedy|Lagos Real|A linguist carries the insults of two sisters.
Half Past Nothing|Ettore Galli|Nino Ferrante, Alba Serra|IT|it|2024|Comedy, Fantasy|Umbria Corti|The man who winds the town clock stops it for a week.
Hôtel Minuit|Bastien Roche|Odile Garnier, Malik Sow|FR|fr|2023|Mystery, Fantasy|Rencontres de Marseille|A night porter finds a guest older than the hotel.
Midnight Hotel|Owen Blake|Carla Simmons|US|en|2012|Horror||Nobody leaves the ninth floor.
Kestrel|Cillian Roe|Fionn Daly|IE|en|2024|Drama, Family||A boy trains a bird that will not come back.
Kiosk|Defne Arslan|Nermin Kaya|TR|tr|2024|Comedy, Drama||She begins to read aloud the papers that nobody reads.
Last Ferry|Eleni Markou|Stavros Galanis, Katerina Zografou|GR|el|2024|Drama, Comedy|Drama Harbour Shorts|A captain announces the ports of his life.
The Last Winter of Josef Havel|Vít Havel|Tereza Malá|CZ|cs|2015|Drama||A forester will not leave his valley.
Last Train to Ostend|Lieve Claes|Bram Peeters|BE|nl|2013|Romance||Two strangers share a carriage and a lie.
Low Tide, High Water|Maeve Byrne|Oisín Keane, Síle Ní Dhomhnaill|IE|ga|2023|Drama, Romance|Galway Shore|Twice a day an island becomes a road.
Marigold|Zoya Siddiqui|Rekha Bose, Imran Qadri|IN|hi|2025|Comedy, Romance||Two rival garland makers have one truck of flowers.
Night Bus to Vilnius|Rasa Petrauskė|Vytas Kairys, Ewa Malik|LT|pl|2024|Thriller, Mystery|Baltic Nights|A driver counts one passenger too many.
Night Shift|Dana Whitfield|Marcus Bell|US|en|2020|Thriller||A nurse hears a patient who is not on her list.
The Night Gardener|Kenji Matsuda|Aoi Tanaka|JP|ja|2011|Fantasy||He prunes what others dream.
Noon Parade|Bia Nogueira|Luna Prado|BR|pt|2025|Musical, Comedy||A brass band marches through an empty town.
Orbit of Small Things|Leonie Brandt|Horst Ammann|DE|de|2025|Drama, Science Fiction|Kurzfilmtage am Fluss|A machinist builds the solar system from a drawer.
Ossuary|Vít Havel|Tereza Malá|CZ|cs|2024|Horror, Mystery||A catalogue of bones is older than the dead.
Paper Lighthouse|Tomasz Wilk|Marek Lis|PL|pl|2024|Animation, Family|Cut & Fold Animation Festival|A keeper made of paper keeps his lamp lit.
The Lighthouse Keeper's Daughter|Isla MacLeod|Ewan Grant|GB|en|2016|Drama||She inherits a light and a debt.
Light Years|Camille Aubert|Théo Marchand|CA|fr|2022|Science Fiction||Letters arrive before they are sent.
Sodium|Joaquín Arce|Mara Villalobos, Hugo Cantú|MX|es|2025|Crime, Thriller|Guanajuato Noir|An engineer sees one man under three lamps.
Soft Machines|Iris Delorme|Awa Diallo|FR|fr|2024|Dance, Experimental|Lumière Courte|Nine dancers learn the movements of the looms.
Static Bloom|Fenna de Wit|Tomasz Wilk|NL|nl|2023|Experimental, Music|Rotterdam Margins|Two tones, two circles and eleven minutes.
The Understudy|Harriet Quill|Beatrix Moor, Ellis Adeyemi|GB|en|2026|Drama, Comedy|Northern Lights Film Festival|Tonight the lead does not come.
The Weather Factory|Tomasz Wilk|Hania Kot|PL|pl|2025|Animation, Fantasy|Cut & Fold Animation Festival|An apprentice loses a cloud.
Tuesdays with the Sea|Mariko Ueda|Shun Arai|JP|ja|2024|Documentary, Sport|Setouchi Documentary Days|Four women over eighty swim off the same pier.
Two Chairs, One Window|Parisa Daneshvar|Golnaz Rad, Behrouz Amini|IR|fa|2023|Drama, History|Seville Film Week|Three generations sit for one portrait.
Where Swallows Winter|Carme Soler|Joan Ferrer, Aina Puig|ES|es|2025|Drama, Adventure|Seville Film Week|A man who loses his memory follows the birds he ringed.
Winter Swimmers|Helga Sigurðardóttir|Jón Þórsson|IS|is|2018|Documentary||A club that breaks the ice each morning.
L'Appartement d'en face|Mathilde Perrin|Léa Fontaine|FR|fr|2010|Romance||She writes to the window across the street.
Don't Look at the River|Thandi Nkosi|Sipho Dlamini|ZA|en|2019|Horror||A village that never fishes.
X-Ray of a Marriage|Gabriel Stein|Ruth Adler|AT|de|2009|Drama||A radiologist finds what he did not look for.
Room 9|Malin Ekström|Sten Wall|SE|sv|2023|Mystery||A hospital room that nobody built.
1917 Letters|Harold Finch|Edith Crane|GB|en|2008|War, History||Post for a regiment that is gone.
Über den Dächern|Franziska Lang|Max Huber|AT|de|2021|Comedy||Chimney sweeps against a hotel.
Łódź, My Love|Agnieszka Żak|Piotr Wójcik|PL|pl|2012|Romance||A projectionist and his last reel.
São Jorge Street|Tiago Moura|Joana Lima|PT|pt|2014|Drama, Crime||A barber owes the wrong man.
The Quiet of Long Rivers|Helena Costa|Rui Salgado|PT|pt|2026|Drama, Mystery|Porto Nights|A ferryman carries letters that nobody sent.
Quiet Hours|Signe Holm|Lars Friis|DK|da|2020|Drama||A sound engineer goes to live with monks.
The Long Way to Tipasa|Amina Belkacem|Samir Ziani|DZ|ar|2022|Adventure||A bicycle, a grandmother and a ruin.
Carnival of Dust|Javier Montero|Lucía Paredes|CO|es|2023|Drama|Cartagena Shorts|A band leader digs for his own instruments.
The Accordion Thief|Luis Restrepo|Lucía Paredes|CO|es|2017|Comedy, Music||A boy steals a sound.
Kung Fu Librarian|Wei Chen|Mei Lin|CN|zh|2018|Action, Comedy||Overdue means overdue.
Neon Harvest|Akira Fujimoto|Aoi Tanaka|JP|ja|2021|Science Fiction, Action||Robots grow rice after the people leave.
The Cartographer's Wife|Eleanor Hughes|Beatrix Moor|GB|en|2011|History, Romance||She draws what he leaves blank.
Sisters of the Loom|Priya Nair|Rekha Bose|IN|hi|2019|Documentary||Weavers of Kannur take back their mill.
Echo Valley Blues|Jonathan Smythe|Loretta Banks|US|en|2014|Music, Drama||A radio DJ plays one song for a year.
The Beekeeper of Aleppo Street|Rana Khoury|Nabil Saad|SY|ar|2020|Drama|Beirut Nights|Hives on a roof in a city under fire.
Wolves at Christmas|Mikael Lehtonen|Aino Korhonen|FI|fi|2016|Horror, Comedy||The presents have teeth.`;

/** Fields of a film of this list, for `importFilm`. */
export type SearchedFilm = Pick<ImportedFilm, 'festivalName'> & {
  title: string;
  credits: { credit: string; firstName: string; lastName: string }[];
  fields: { country: string; language: string; releaseDate: string; genres: string[]; logLine: string };
};

const nameOf = (credit: string, name: string) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { credit, firstName, lastName: rest.join(' ') };
};

export const searchedFilms: SearchedFilm[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [
      title = '',
      director = '',
      cast = '',
      country = '',
      language = '',
      year,
      genres = '',
      festivalName,
      logLine,
    ] = line.split('|');
    return {
      title,
      festivalName,
      credits: [nameOf('Directed by', director), ...cast.split(', ').map((name) => nameOf('Cast', name))],
      fields: { country, language, releaseDate: `${year}-05-01`, genres: genres.split(', '), logLine: logLine ?? '' },
    } as SearchedFilm;
  });

/** What people type, and the film that they mean. */
export const searches: readonly (readonly [query: string, film: string])[] = `
the salt road|The Salt Road
salt road|The Salt Road
Salt|Salt
eleven metres|Eleven Metres
A Grammar of Rain|A Grammar of Rain
hotel minuit|Hôtel Minuit
uber den dachern|Über den Dächern
lodz my love|Łódź, My Love
sao jorge street|São Jorge Street
l'appartement d'en face|L'Appartement d'en face
lappartement|L'Appartement d'en face
dont look at the river|Don't Look at the River
x-ray of a marriage|X-Ray of a Marriage
room 9|Room 9
1917|1917 Letters
kung fu|Kung Fu Librarian
low tide high water|Low Tide, High Water
two chairs one window|Two Chairs, One Window
the s|The Salt Road
saltw|Saltwater
gramm|A Grammar of Rain
fje|Fjellvind
grandm|Grandmother Tongue
paper li|Paper Lighthouse
the lighthouse keep|The Lighthouse Keeper's Daughter
orbit of sm|Orbit of Small Things
tuesdays wi|Tuesdays with the Sea
where swal|Where Swallows Winter
night bus to v|Night Bus to Vilnius
the und|The Understudy
weather fac|The Weather Factory
cartogr|The Cartographer's Wife
concr orch|Concrete Orchestra
beekeeper al|The Beekeeper of Aleppo Street
ines duarte|The Salt Road
meera krishnan|A Grammar of Rain
stankovic|Concrete Orchestra
petrauske|Night Bus to Vilnius
directed by sigrid aune|Fjellvind
films by mariko ueda|Tuesdays with the Sea
duarte ines|The Salt Road
yun-ah seo|Blue Hour, Red Room
fenna de wit|Static Bloom
sigurdardottir|Winter Swimmers
tomasz wilk|Paper Lighthouse
havel|Ossuary
eleni mark|Last Ferry
yassin bennani|The Salt Road
odile garnier|Hôtel Minuit
sile ni dhomhnaill|Low Tide, High Water
beatrix moor|The Understudy
aksel strand|Fjellvind
mara villalobos|Sodium
thorsson|Winter Swimmers
lucia paredes|Carnival of Dust
drama 2026|The Understudy
documentary 2024|Tuesdays with the Sea
salt 2019|Salt
wilk 2025|The Weather Factory
horror 2024|Ossuary
comedy italy|Half Past Nothing
norway|Fjellvind
films from turkey|Kiosk
sweden mystery|Room 9
portuguese crime|São Jorge Street
korean thriller|Blue Hour, Red Room
musical brazil|Noon Parade
sci-fi japan|Neon Harvest
dance|Soft Machines
animation family|Paper Lighthouse
uk war|1917 Letters
beldocs off|Concrete Orchestra
lagos real|Grandmother Tongue
festival do atlantico|The Salt Road
seville film week|Where Swallows Winter
baltic nights 2024|Night Bus to Vilnius
galway shore|Low Tide, High Water
cut and fold animation festival|Paper Lighthouse
slat road|The Salt Road
saalt raod|The Salt Road
lighthuose keeper|The Lighthouse Keeper's Daughter
paper lihgthouse|Paper Lighthouse
gramar of rain|A Grammar of Rain
fjelvind|Fjellvind
kestral|Kestrel
ossuery|Ossuary
concerte orchestra|Concrete Orchestra
marrigold|Marigold
swalows winter|Where Swallows Winter
grandmohter tongue|Grandmother Tongue
beekeper|The Beekeeper of Aleppo Street
tomaz wilk|Paper Lighthouse
meera krishnna|A Grammar of Rain
villalobso|Sodium
documentry argentina|Eleven Metres
thriler lithuania|Night Bus to Vilnius
road salt|The Salt Road
rivers quiet long|The Quiet of Long Rivers
winter swallows|Where Swallows Winter
goalkeeper penalty|Eleven Metres`
  .trim()
  .split('\n')
  .map((line) => line.split('|') as [string, string]);
