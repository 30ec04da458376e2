"""Material for names: given names that are common in a country, and syllables for fictional surnames."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Syllables:
    """How surnames of a look are made.

    Attributes
    ----------
    starts, middles, ends : tuple of str
        Syllables; a middle one stands in three names of ten.
    particles : tuple of str
        Texts put before the name with the chance `particle`.
    double : float
        Chance of a second surname, joined by `joint`.
    refused : frozenset of str
        Names the syllables allow that real people bear.
    """

    starts: tuple[str, ...]
    ends: tuple[str, ...]
    middles: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    particle: float = 0.0
    double: float = 0.0
    joint: str = "-"
    refused: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Given:
    """Given names of a country, the look of its surnames, and how many players go by one name."""

    names: tuple[str, ...]
    surnames: str
    single: float = 0.0


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace("_", " ").split("|")) if "|" in text else tuple(text.split())


SURNAMES: dict[str, Syllables] = {
    "english": Syllables(
        _words(
            "Ab Ack Al Am Ang Ark Ash Bal Bar Bas Bel Bev Bic Bos Brad Bram Bren Brid Brom Bun Cal Cam Car Cas Chal"
            " Clar"
            " Col Cran Cul Dal Dar Den Der Dol Dun Ed El Em Fal Far Fen Fin Gal Gar Gil Had Hal Har Has Hem Hol Hul"
            " Ing Kel"
            " Ken Kil Lam Lan Len Lod Mal Mar Mel Mil Mor Nar Nes Nor Oak Os Pal Pem Per Pol Quin Ram Red Ros Rut"
            " Sal Sel"
            " Sher Sil Stan Sut Tal Tam Thel Tor Tul Ul Van Vel Wal War Wen Wil Win Yar"
        ),
        _words(
            "belock brindle cairn coster dellow ditch ender fallon fenwick gamble hallow harrow hew kindle landrow"
            " leth marrow meric morrow nall ninger pole quist raker sholt sker stoke thorne thwick tickle tram vanter"
            " verley wain wether whistle wimple"
        ),
        middles=("a", "e", "er", "i", "ing", "o"),
        particles=("Mac", "Mc", "O'", "Fitz", "St. "),
        particle=0.05,
        double=0.018,
        refused=frozenset(
            (
                "Calquist",
                "Norquist",
                "Salquist",
                "Dalquist",
                "Rosquist",
                "Hulquist",
                "Bartram",
                "Darnall",
                "Kinnall",
                "Walpole",
                "Calverley",
                "Wolverley",
                "Hemlock",
                "Halpole",
                "Marnall",
                "Dalpole",
                "Selwain",
                "Alender",
                "Ashfenwick",
                "Brender",
                "Lavender",
                "Hollender",
                "Ammeric",
                "Emeric",
                "Elmeric",
                "Lodge",
            ),
        ),
    ),
    "celtic": Syllables(
        _words(
            "Aber Ard Bren Cad Calla Carra Cor Culla Dal Dono Dun Fal Fin Gil Glen Kerri Kil Kin Lan Lou Mal Mor"
            " Pen Ros"
            " Tal Tre Tul Ys"
        ),
        _words(
            "bannock brack caddan corry dane faddan fyn garvel gowran hollis kellan lachlar lenny morran narrick"
            " nevis"
            " rannoch roon sellick shane tavish varne vellan wyn"
        ),
        particles=("O'", "Mac", "Mc", "ap "),
        particle=0.3,
        double=0.02,
    ),
    "spanish": Syllables(
        _words(
            "Al Arr Bar Ben Cal Car Cas Cor Del Est Fer Gal Gue Her Iba Jar Lan Lor Mal Mar Mel Mon Nav Ola Ori"
            " Pal Pe"
            " Que Ras Rom Sal San Sol Tor Ur Val Vel Vil Yan Zal Zar"
        ),
        _words(
            "acastro adera alindo amora andrés anzo arrieta arsín avela azúa brero cedo dívar dría gález gorri"
            " láinez"
            " lindez mendo mórez mudia nádez ñero quíndez ranzo rédez rilla rondo sández selva tárez teiro tíñez"
            " varro"
            " vaxes viendo zábez"
        ),
        middles=("a", "e", "i", "o"),
        particles=("de la ", "De La ", "del ", "de los "),
        particle=0.06,
        double=0.1,
        joint=" ",
        refused=frozenset(
            (
                "Navarro",
                "Hernádez",
                "Fernádez",
                "Cedo",
                "Quevedo",
                "Salcedo",
                "Romero",
                "Herrero",
                "Valverde",
                "Montero",
                "Carrero",
                "Perondo",
                "Barrero",
                "Olavarro",
            )
        ),
    ),
    "portuguese": Syllables(
        _words("Al Bar Bel Cam Car Cor Dam Fal Fer Gal Lam Lou Mar Mel Mon Nog Pa Per Que Ram Sam Sar Tav Val Vas Vi"),
        _words(
            "adeira alvo andinha arão azedo brandão cedes deiro donha gueiral landim lhares linhos mãndes meirão"
            " morim"
            " neva ralho reinaldo rinhos seiro tanheira têncio valdo vasco zende"
        ),
        middles=("a", "e", "o"),
        particles=("da ", "dos ", "de "),
        particle=0.12,
        double=0.12,
        joint=" ",
        refused=frozenset(("Carvalho", "Pereira")),
    ),
    "italian": Syllables(
        _words(
            "Al Ba Bel Ber Bon Cal Cam Car Cas Col Dal Del Fab Fal Fer Gal Gar Lam Lo Man Mar Mon Mor Nar Pal Pel"
            " Per"
            " Ra Ros Sal San Sar Scar Tar Tom Tra Val Ver Vi Zam"
        ),
        _words(
            "andrelli ardini asconi atelli avanzo bardi bozzo brigna caldo dasio denzo dozzi farelli gattino ghersi"
            " landri lizzo lucchi manero mignola nazzo pinelli pozzi ragnolo ranzi rescio ruzzelli sconato tagni"
            " tellone"
            " vandro vezzi zetto zolari"
        ),
        middles=("a", "e", "i", "o"),
        particles=("De ", "Di ", "D'", "Dell'", "Lo "),
        particle=0.09,
        double=0.01,
        joint=" ",
    ),
    "french": Syllables(
        _words(
            "Al Am Bar Beau Bel Bon Bou Bré Cha Char Clé Cou Dau De Du Fau Fon Gau Gui La Lan Le Mar Mau Mon Per"
            " Ra Ri"
            " Rou Sau Tau Va Vau"
        ),
        _words(
            "baret bignon blanchet brissac cadier chesnel claudel dreval faucher galiot gnon laurier lestier lombray"
            " mandelle minois naudet quinard rançon restel rigault rondelet saulnier tessac tournel vallet verdun"
            " vignac"
        ),
        middles=("de", "le", "ri"),
        particles=("de ", "Le ", "d'", "La "),
        particle=0.08,
        double=0.03,
    ),
    "african": Syllables(
        _words(
            "Aba Ade Aki Ama Ba Bou Chi Da Dia Do Eze Fo Ga Ido Ka Ko Kou Ma Mba N'Do N'Ga Na Nko Obi Ola Oko Sa Si"
            " Ta To"
            " Uche Wa Ya Za"
        ),
        _words(
            "bango bunmi dara diakho doumé fanko gambo kanso kelani koundé lamba loukou masola menka mbola nkwari"
            " nyele"
            " ramba rendo sembo sika tambou tondo wale wendu yemba zuka"
        ),
        double=0.02,
    ),
    "german": Syllables(
        _words(
            "Al Am Bar Ber Bran Bruck Dorn Eich Fal Feld Ger Grau Grün Hal Har Hein Hol Kal Kel Kirch König Lam"
            " Lang Lin"
            " Mar Mor Nie Ober Rein Ros Schal Schön Stein Süd Tal Tann Unter Vogel Wal Wein Wes Zell"
        ),
        _words(
            "bäcker bichler brandner dörfer eggert fehler garten gruber hamser hofner kamper keller lander lechner"
            " loher mander mecker meister mühler ninger pfleger reuter röder sattler schober singer stätter städt"
            " tobler wanger wiesner winkler zangl"
        ),
        particles=("von ",),
        particle=0.025,
        double=0.01,
        refused=frozenset(("Feldkeller", "Steinmeister", "Kirchgruber", "Obermeister", "Kirchmeister")),
    ),
    "dutch": Syllables(
        _words(
            "Aal Beek Berg Blok Boer Bos Bre Dek Dijk Eik Elz Gro Haak Heem Hol Kers Klaver Koe Laar Linde Maas"
            " Meer Mole"
            " Noor Oos Rij Roo Scha Slag Smid Ter Veld Vis Wa Wes Wil Zand"
        ),
        _words(
            "berkel boksel dalen drechtsen gerbrand haveling hovens kamper klopper laaren laken mansma meulen nissen"
            " poortvliet ringa rooien schoter sluiter stokker straten termans tillema velder vinkel wagter"
            " wijkers zandt"
        ),
        particles=("van ", "van der ", "van de ", "de ", "den ", "ter "),
        particle=0.42,
        double=0.02,
    ),
    "nordic": Syllables(
        _words(
            "Al Ank Ask Berg Björn Bor Dal Ek Eld Fors Gran Gul Hag Hall Hed Helg Holm Kal Lin Lund Mal Nor Ny"
            " Öst Ros"
            " Sand Sjö Skog Stål Sten Stor Sund Sö Tall Tor Ul Väst Vik Wal Åk"
        ),
        _words(
            "bakken bergman blad brekke dalgren dermark ekstig fallgren forsell gardh grensen helle kvern lander"
            " lefsson"
            " lidén mannsen marken morell nesvold quisten randsson rydell sbaken skjold stadius strandh sveen tofte"
            " vallin viken åsen ödegård"
        ),
        double=0.015,
        refused=frozenset(("Dalviken", "Holmlander")),
    ),
    "finnish": Syllables(
        _words(
            "Aal Aho Alho Hai Haka Hei Hir Ilo Jär Kal Kan Kar Kivi Kor Kos Lah Leh Lin Luo Mäki Mar Nie Nuo Ojan"
            " Pal"
            " Pel Pih Rai Ran Ruo Saa Sal Sil Suo Tal Tuo Vaa Val Vir Yli"
        ),
        _words(
            "jakainen kasalo kentola kilmi kullas lampela lanmaa loinen mäkelin melainen nantero nikkala perkiö"
            " ponen"
            " rannisto ristola salmeri senmaa sikainen talvio taranen tolainen valkama vantola virtanto"
        ),
    ),
    "slavic": Syllables(
        _words(
            "Ba Be Bo Bra Chle Dob Dra Du Fe Gor Gra Hla Hra Ja Ka Kle Ko Kra Ku La Lu Ma Me Mi Mu Ne No Ol Pa Pe"
            " Po Pro"
            " Ra Ro Sa Se Sla Sta Sto Su Ta Te To Tru Ve Vi Vo Za Ze"
        ),
        _words(
            "bránek chalka čenko dlák dovič dránský duška havel hradec hurka jánek kolár kuchta lešek linský mráz"
            " nický"
            " pálka pešič rovčan ryšek šanec slávik štefek trnka valčík vránek vrtal žálek zdarsky ženko"
        ),
        double=0.005,
    ),
    "russian": Syllables(
        _words(
            "Al Bar Bel Bog Bor Che Dem Dol Dor Fed Gal Gol Gor Kal Kar Kli Kol Kor Kos Kra Lar Leb Mak Mal Mel"
            " Mor Nik"
            " Or Pan Per Pol Rad Rod Ryb Sam Sel Sid Sol Str Tar Tik Tim Ver Vor Zah Zim"
        ),
        _words(
            "adkov andrin asenko atkin avrin banov chagin dakov denkin dursky ganov gunin kashov lachin lunin marov"
            " nadin notkin ranin roshin savkin tashin tolin tunov vadin vashkin yakin zanov"
        ),
        double=0.0,
    ),
    "balkan": Syllables(
        _words(
            "Ba Bo Bra Bu Ce De Dra Du Fi Ga Gr Ja Ka Ko Kra La Lo Ma Mi Mla Ne No Pa Pe Ra Re Sa Sta Ste Su Ta"
            " To Tu Va"
            " Vla Vo Vu Za Ze Zo"
        ),
        _words(
            "banović čavić dalović darić dinović ganić jnović kalić lešević linić marović mušić nagić ndrić"
            " nšović ranjac"
            " relić rušić sandić stović šević tarić tolac valić vinović zdarić žalić žinić"
        ),
    ),
    "korean": Syllables(
        ("Ki", "Le", "Pa", "Cho", "Ju", "Ka", "Yo", "Ha", "Shi", "O", "So", "Ba", "Ryo", "Ma", "No"),
        ("lm", "nh", "rg", "ngh", "ohn", "eung", "yul", "wol", "shim"),
    ),
    "japanese": Syllables(
        _words(
            "Aka Ama Ao Fuka Fuji Hana Haya Hiro Ina Ishi Kana Kawa Kita Kuro Mae Maru Mina Mori Mura Naga Naka"
            " Nishi"
            " Oka Sawa Shima Taka Tani Toku Tsuki Yama Yone"
        ),
        _words(
            "bune date game gusa hama hashi hotari jiri kabe kado kage kuma kusa magi mado michi momo niwa numa"
            " otori"
            " saki shiba sora tsubo tsuru umi wara yuki zaka"
        ),
        refused=frozenset(("Nagasaki", "Kawasaki", "Yamasaki", "Ishibashi", "Ishiwara", "Fujiwara", "Hayasaki")),
    ),
    "chinese": Syllables(
        ("Ch", "D", "F", "G", "H", "J", "K", "L", "M", "N", "P", "Q", "Sh", "T", "W", "X", "Zh"),
        ("uanlo", "ingwo", "aoren", "enshu", "iabo", "uoran", "aifu", "engli", "ounai"),
    ),
}
"""Look -> syllables."""

_US = _words(
    "Aaron Adam Aidan Alex Andre Andrew Anthony Antonio Austin Ben Blake Brady Brandon Brent Brian Brock Bryce Caleb"
    " Calvin"
    " Cameron Carson Carter Casey Chad Chase Chris Clay Cody Cole Colin Connor Corey Curtis Dalton Damon Daniel Darius"
    " Darnell Darren David DeAndre Dean Demetrius Derek Devin Dominic Donte Drew Dustin Dylan Elijah Eric Ethan Evan"
    " Gabriel Garrett Gavin Grant Greg Hunter Ian Isaac Isaiah Jack Jackson Jacob Jake Jalen Jamal James Jared Jason"
    " Javon Jaylen Jeff Jeremiah Jeremy Jesse Joel John Jonah Jordan Joseph Josh Julian Justin Keith Kendall Kenny"
    " Kevin"
    " Khalil Kyle Lamar Landon Levi Liam Logan Lucas Luke Malcolm Malik Marcus Mark Marquis Mason Matt Max Micah"
    " Michael"
    " Miles Mitchell Nate Nathan Nick Noah Owen Patrick Paul Peyton Preston Quinton Randy Ray Reggie Ricky Riley Robert"
    " Rodney Ross Ryan Sam Scott Sean Seth Shane Simon Spencer Stephen Terrell Terrence Thomas Tim Todd Travis Trent"
    " Trevor Trey Tristan Troy Tyler Tyrone Tyson Victor Vince Walker Wesley Will Xavier Zach Zane"
)
_UK = _words(
    "Aaron Adam Alan Alfie Andrew Andy Ashley Ben Bradley Callum Charlie Chris Connor Craig Daniel Darren David Dean"
    " Dylan"
    " Ethan Finley Frank Freddie Gary George Glen Harry Harvey Ian Jack Jake James Jamie Jason Joe Jordan Josh Keith"
    " Kevin"
    " Kieran Lee Leon Lewis Liam Luke Mark Martin Mason Matthew Mervyn Michael Nathan Neil Nick Oliver Oscar Paul Peter"
    " Reece Rhys Ricky Robert Ross Ryan Sam Scott Sean Simon Stephen Steve Stuart Terry Theo Tom Toby Tyler Wayne"
    " William"
)
_ES = _words(
    "Adrián Agustín Alberto Alejandro Alexis Alfredo Álvaro Andrés Ángel Antonio Armando Arturo Carlos César"
    " Cristian Daniel"
    " David Diego Eduardo Emilio Enrique Ernesto Esteban Felipe Félix Fernando Francisco Gabriel Gerardo Gonzalo"
    " Guillermo"
    " Gustavo Héctor Hugo Ignacio Iván Jaime Javier Jesús Joaquín Jorge José Juan Julio Leonel Luis Manuel Marcos Mario"
    " Martín Mateo Mauricio Miguel Nicolás Óscar Pablo Pedro Rafael Ramón Raúl Ricardo Roberto Rodrigo Rubén Salvador"
    " Santiago Sergio Tomás Víctor Wilmer Yadiel Yoel"
)
_PT = _words(
    "Anderson André Bruno Caio Carlos Cristiano Danilo Davi Diogo Duarte Eduardo Fábio Felipe Fernando Francisco"
    " Gabriel"
    " Gonçalo Gustavo Henrique Hugo Igor João Jorge José Leandro Lucas Luís Marcelo Márcio Mateus Nuno Otávio Paulo"
    " Pedro"
    " Rafael Raul Renato Ricardo Rodrigo Rui Samuel Sérgio Thiago Tiago Vinícius Vitor Wesley William"
)
_IT = _words(
    "Alberto Alessandro Alessio Andrea Angelo Antonio Carlo Claudio Cristian Daniele Davide Diego Domenico Edoardo"
    " Emanuele"
    " Enrico Fabio Federico Filippo Francesco Gabriele Giacomo Gianluca Giorgio Giovanni Giulio Lorenzo Luca Luigi"
    " Marco"
    " Mario Massimo Matteo Mattia Michele Nicola Nicolò Paolo Pietro Raffaele Riccardo Roberto Salvatore Samuele Simone"
    " Stefano Tommaso Vincenzo"
)
_FR = _words(
    "Adrien Alexandre Anthony Antoine Arnaud Arthur Aurélien Baptiste Benjamin Cédric Clément Corentin Damien Dylan"
    " Émile"
    " Enzo Étienne Fabien Florian François Gaël Guillaume Hugo Jérémy Jérôme Jordan Jules Julien Kévin Léo Loïc"
    " Lucas Mathieu"
    " Mathis Maxime Michaël Moussa Nicolas Noé Olivier Pierre Quentin Raphaël Rémi Romain Sébastien Théo Thomas"
    " Valentin Yann"
)
_AFRICA = _words(
    "Abdoulaye Abdul Adama Aliou Amadou Ayo Babacar Bakary Boubacar Cheikh Chidi Chinedu Cyril Daouda Emeka Emmanuel"
    " Fodé"
    " Franck Ibrahim Idrissa Ikenna Ismaël Issa Jean Joseph Kelechi Kofi Kwame Lamine Mamadou Mohamed Moses Moussa Musa"
    " Nnamdi Obinna Olu Ousmane Pape Patrick Samba Samuel Seydou Tunde Uche Victor Yaya Yusuf"
)
_DE = _words(
    "Alexander Andreas Benjamin Christian Christoph Daniel David Dennis Dominik Elias Fabian Felix Finn Florian Gabriel"
    " Hannes Jakob Jan Jannik Johannes Jonas Jörg Julian Jürgen Kai Kevin Lars Leon Lukas Manuel Marcel Mario Markus"
    " Martin"
    " Matthias Max Maximilian Michael Moritz Nico Niklas Oliver Pascal Patrick Paul Philipp Ralf Robin Sebastian Simon"
    " Stefan Sven Thomas Tim Timo Tobias Tom Torsten"
)
_NL = _words(
    "Arjan Bart Bas Berry Bram Christian Daan Danny Dennis Dirk Erik Geert Gijs Hugo Jan Jasper Jelle Jens Jeroen"
    " Jimmy Joost"
    " Jordy Jorrit Kevin Koen Lars Luuk Maarten Maikel Martijn Mats Mike Niels Patrick Peter Pieter Richard Rik Rob"
    " Roel"
    " Ruben Ryan Sander Sem Stefan Sven Teun Thijs Tim Tom Vincent Wesley Wouter"
)
_SE = _words(
    "Adam Albin Alexander Andreas Anton Axel Björn Carl Christian Daniel David Emil Eric Erik Filip Fredrik Gustav"
    " Hampus"
    " Hannes Henrik Hugo Isak Jacob Jakob Jens Jesper Joakim Joel Johan John Jonas Jonathan Kevin Lars Leo Linus Ludvig"
    " Magnus Marcus Martin Mattias Mikael Nils Oliver Oscar Oskar Patrik Per Pontus Rasmus Robin Sebastian Simon Tobias"
    " Viktor Vilmer William"
)
_FI = _words(
    "Aleksi Antti Arttu Atte Eetu Eero Elias Ilmari Janne Jari Jesse Joel Joni Joona Juha Juuso Kaapo Kalle Kasperi"
    " Lauri"
    " Markus Matti Miika Mika Mikael Mikko Miro Niko Olli Oskari Otto Pasi Patrik Pekka Petri Rasmus Sami Santeri Tapio"
    " Teemu Teuvo Timo Tomi Tuomas Valtteri Veeti Ville"
)
_CZ = _words(
    "Adam Aleš Andrej Daniel David Dávid Dominik Erik Filip Honza Jakub Jan Ján Jaroslav Jiří Josef Juraj Karel"
    " Kristián"
    " Ladislav Libor Lukáš Marek Marián Martin Matěj Matúš Michal Milan Miloš Ondřej Patrik Pavel Peter Petr Radek"
    " Radim"
    " Richard Robert Roman Samuel Šimon Štěpán Tomáš Václav Vít Vojtěch Zdeněk"
)
_RU = _words(
    "Aleksandr Aleksei Anatoly Andrei Anton Artem Artyom Boris Daniil Denis Dmitri Egor Evgeny Fyodor Georgi Grigori"
    " Igor"
    " Ilya Ivan Kirill Konstantin Leonid Maksim Matvei Mikhail Nikita Nikolai Oleg Pavel Pyotr Roman Ruslan Semyon"
    " Sergei"
    " Stanislav Stepan Timur Vadim Valeri Vasily Viktor Vitaly Vladimir Vladislav Vyacheslav Yegor Yuri Zakhar"
)
_RS = _words(
    "Aleksandar Aleksa Andrija Ante Bogdan Bojan Boris Branko Darko Davor Dejan Domagoj Dragan Dušan Filip Goran"
    " Igor Ivan"
    " Ivica Jakov Josip Jovan Karlo Lazar Luka Marin Marko Mateo Matija Mihailo Milan Milan Miloš Mirko Mladen Nemanja"
    " Nenad Nikola Novak Ognjen Petar Roko Saša Slobodan Stefan Tin Toni Uroš Vasilije Vladan Vuk Zoran"
)
_KR = _words(
    "Byeong-Hun|Chan-Ho|Dong-Won|Eun-Woo|Ha-Seong|Hyun-Jin|Jae-Sung|Jin-Su|Ji-Ho|Joon-Young|Min-Jae|Min-Kyu|"
    "Sang-Hyun|Seung-Ho|Si-Woo|Sung-Jae|Tae-Hee|Woo-Jin|Young-Han|Yu-Chan"
)
_JP = _words(
    "Daichi Daisuke Haruki Hideki Hiroki Hiroto Kaito Kazuki Keita Kenji Kenta Kodai Kohei Koki Kosuke Makoto Masato"
    " Naoki"
    " Ren Riku Ryo Ryota Satoshi Sho Shohei Shota Shun Sora Taiga Takashi Takumi Tatsuya Tomoya Tsubasa Yamato"
    " Yoshinobu"
    " Yuki Yusei Yuta Yuto"
)

GIVEN: dict[str, Given] = {
    "USA": Given(_US, "english"),
    "Canada": Given(_US[::2] + _UK[::3] + _FR[::4], "english"),
    "England": Given(_UK, "english"),
    "Wales": Given(_UK + _words("Dai Dafydd Emyr Gareth Geraint Gwyn Huw Ieuan Owain"), "celtic"),
    "Scotland": Given(_UK + _words("Angus Calum Fraser Gordon Hamish Stewart"), "celtic"),
    "Northern Ireland": Given(_UK + _words("Brendan Daryl Declan Mickey Rory"), "celtic"),
    "Ireland": Given(_UK + _words("Brendan Cathal Cian Ciarán Conor Darragh Eoin Pádraig Rónán Seán Séamus"), "celtic"),
    "Australia": Given(_UK + _words("Beau Brodie Damon Lachlan Mitch"), "english"),
    "South Africa": Given(
        _words("Dean Devon Dylan Ernie Hennie Jaco Jacques Johan Louis Riaan Thriston Wynand Zander"), "dutch"
    ),
    "Spain": Given(_ES, "spanish", 0.34),
    "Dominican Republic": Given(_ES, "spanish"),
    "Venezuela": Given(_ES + _words("Eugenio Gleyber Jhonny Orlando Wilson"), "spanish"),
    "Cuba": Given(_ES + _words("Lázaro Yandy Yasiel Yordan"), "spanish"),
    "Puerto Rico": Given(_ES, "spanish"),
    "Mexico": Given(_ES, "spanish"),
    "Panama": Given(_ES, "spanish"),
    "Colombia": Given(_ES, "spanish", 0.1),
    "Argentina": Given(_ES + _words("Ezequiel Facundo Lautaro Leandro Lisandro Nahuel"), "spanish", 0.05),
    "Uruguay": Given(_ES, "spanish", 0.05),
    "Brazil": Given(_PT, "portuguese", 0.62),
    "Portugal": Given(_PT, "portuguese", 0.4),
    "Italy": Given(_IT, "italian"),
    "France": Given(_FR, "french"),
    "Belgium": Given(_FR[::2] + _NL[::2], "dutch"),
    "Senegal": Given(_AFRICA, "african"),
    "Nigeria": Given(_AFRICA, "african"),
    "Ivory Coast": Given(_AFRICA, "african"),
    "Ghana": Given(_AFRICA, "african"),
    "Cameroon": Given(_AFRICA + _FR[::5], "african"),
    "Germany": Given(_DE, "german"),
    "Austria": Given(_DE, "german"),
    "Switzerland": Given(_DE[::2] + _FR[::3], "german"),
    "Netherlands": Given(_NL, "dutch"),
    "Curacao": Given(_words("Andrelton Didi Jair Jonathan Jurickson Kenley Ozzie Shairon Wladimir Xander"), "dutch"),
    "Sweden": Given(_SE, "nordic"),
    "Denmark": Given(_SE + _words("Frederik Jeppe Kasper Mads Mikkel Morten Nikolaj Søren"), "nordic"),
    "Norway": Given(_SE + _words("Bjørn Eirik Håkon Kristoffer Ole Sondre Øystein"), "nordic"),
    "Finland": Given(_FI, "finnish"),
    "Czechia": Given(_CZ, "slavic"),
    "Slovakia": Given(_CZ, "slavic"),
    "Poland": Given(
        _words(
            "Adam Bartosz Dariusz Grzegorz Jakub Kamil Krzysztof Łukasz Maciej Marcin Mateusz Paweł"
            " Piotr"
            " Przemysław Radosław Robert Sebastian Szymon Tomasz Wojciech"
        ),
        "slavic",
    ),
    "Latvia": Given(
        _words("Aleksandrs Artūrs Elvis Jānis Kārlis Kristaps Mārtiņš Oskars Ralfs Roberts Rūdolfs Uvis"), "slavic"
    ),
    "Russia": Given(_RU, "russian"),
    "Serbia": Given(_RS, "balkan"),
    "Croatia": Given(_RS, "balkan"),
    "Slovenia": Given(_RS, "balkan"),
    "South Korea": Given(_KR, "korean"),
    "Japan": Given(_JP, "japanese"),
    "China": Given(_words("Bo Chen Hao Jun Lei Liang Ming Peng Tao Wei Xin Yang Yi Zhen"), "chinese"),
    "Philippines": Given(_ES[::2] + _US[::6], "spanish"),
}
"""Country -> its names."""

Mix = tuple[tuple[str, ...], tuple[float, ...]]


def _mix(**shares: float) -> Mix:
    return tuple(name.replace("_", " ") for name in shares), tuple(shares.values())


MIXES: dict[str, Mix] = {
    "MLB": _mix(
        USA=0.74,
        Dominican_Republic=0.1,
        Venezuela=0.06,
        Cuba=0.02,
        Puerto_Rico=0.02,
        Canada=0.012,
        Mexico=0.011,
        Japan=0.008,
        Panama=0.005,
        Colombia=0.007,
        Curacao=0.004,
        South_Korea=0.004,
        Australia=0.003,
    ),
    "NBA": _mix(
        USA=0.77,
        France=0.03,
        Canada=0.04,
        Australia=0.018,
        Serbia=0.018,
        Germany=0.018,
        Nigeria=0.013,
        Spain=0.01,
        Croatia=0.008,
        Slovenia=0.008,
        Italy=0.006,
        Japan=0.004,
        Cameroon=0.008,
        Senegal=0.008,
        Latvia=0.006,
        England=0.006,
        Brazil=0.006,
        Dominican_Republic=0.006,
        Finland=0.004,
        Belgium=0.003,
    ),
    "NFL": _mix(
        USA=0.97, Canada=0.007, Nigeria=0.006, Australia=0.006, Germany=0.003, England=0.004, Mexico=0.002, Ghana=0.002
    ),
    "college": _mix(
        USA=0.94,
        Canada=0.012,
        Australia=0.01,
        Nigeria=0.008,
        France=0.004,
        Germany=0.004,
        Spain=0.004,
        Serbia=0.004,
        Senegal=0.004,
        England=0.004,
        Italy=0.003,
        Croatia=0.003,
    ),
    "NHL": _mix(
        Canada=0.41,
        USA=0.29,
        Sweden=0.095,
        Russia=0.055,
        Finland=0.05,
        Czechia=0.035,
        Slovakia=0.014,
        Switzerland=0.014,
        Germany=0.01,
        Denmark=0.01,
        Latvia=0.008,
        Norway=0.004,
        Austria=0.003,
        Slovenia=0.002,
    ),
    "EPL": _mix(
        England=0.36,
        Brazil=0.07,
        France=0.07,
        Portugal=0.05,
        Netherlands=0.05,
        Argentina=0.035,
        Spain=0.045,
        Belgium=0.03,
        Denmark=0.03,
        Senegal=0.02,
        Ivory_Coast=0.025,
        Nigeria=0.025,
        Ghana=0.02,
        Cameroon=0.01,
        Ireland=0.03,
        Scotland=0.025,
        Wales=0.02,
        Germany=0.025,
        Sweden=0.015,
        Norway=0.015,
        Japan=0.01,
        Uruguay=0.01,
        Serbia=0.01,
        Croatia=0.01,
        USA=0.012,
    ),
    "SERIEA": _mix(
        Italy=0.38,
        Brazil=0.06,
        France=0.06,
        Argentina=0.06,
        Portugal=0.035,
        Netherlands=0.045,
        Spain=0.04,
        Serbia=0.035,
        Croatia=0.025,
        Nigeria=0.025,
        Senegal=0.025,
        Ivory_Coast=0.02,
        Cameroon=0.015,
        Belgium=0.025,
        Denmark=0.025,
        Sweden=0.02,
        Norway=0.01,
        Germany=0.015,
        Poland=0.03,
        Uruguay=0.02,
        Slovenia=0.01,
        Colombia=0.01,
        Switzerland=0.015,
        Austria=0.015,
    ),
    "LALIGA": _mix(
        Spain=0.58,
        Argentina=0.07,
        Brazil=0.06,
        France=0.06,
        Uruguay=0.035,
        Portugal=0.035,
        Colombia=0.015,
        Nigeria=0.015,
        Senegal=0.02,
        Ghana=0.01,
        Ivory_Coast=0.01,
        Cameroon=0.01,
        Serbia=0.015,
        Croatia=0.01,
        Germany=0.01,
        Netherlands=0.015,
        Denmark=0.01,
        Mexico=0.012,
        England=0.008,
    ),
    "DARTS": _mix(
        England=0.4,
        Netherlands=0.14,
        Germany=0.09,
        Wales=0.06,
        Scotland=0.06,
        Northern_Ireland=0.04,
        Ireland=0.04,
        Belgium=0.05,
        Austria=0.02,
        Poland=0.02,
        Australia=0.02,
        Sweden=0.015,
        Denmark=0.01,
        Japan=0.01,
        Philippines=0.01,
        China=0.005,
        USA=0.01,
        Canada=0.01,
        Czechia=0.01,
    ),
    "PGA": _mix(
        USA=0.62,
        South_Korea=0.06,
        England=0.06,
        Canada=0.04,
        Australia=0.05,
        Sweden=0.025,
        South_Africa=0.03,
        Japan=0.02,
        Ireland=0.015,
        Northern_Ireland=0.01,
        Spain=0.02,
        Norway=0.005,
        Denmark=0.015,
        Colombia=0.008,
        Argentina=0.008,
        Germany=0.01,
        France=0.01,
        Scotland=0.01,
        Mexico=0.005,
        Belgium=0.005,
        China=0.008,
    ),
}
"""Sport or league -> countries its players come from and how often."""
