/** Lines in Dutch; tests/support/one-line/table.ts says how they are read. */
export const DUTCH = `
= Daily | 2026-11-24
Vaatwasser uitruimen [elke dag]
Vaatwasser uitruimen [ELKE DAG]
Kat eten geven [iedere dag]
Kat eten geven [dagelijks]
Kat eten geven [één keer per dag]
Kat eten geven [een keer per dag]
Vitamines [elke ochtend]
Vitamines [iedere avond]
Hond uitlaten [elke nacht]
Vitamines [elke] ochtend en avond
= Weekly | 2026-11-24
Badkamer [elke week]
Badkamer [wekelijks]
Badkamer [iedere week]
Badkamer [eens per week]
Badkamer [1x per week]
Badkamer [per week]
Badkamer [elke dinsdag]
= Monthly | 2026-11-24
Filter [elke maand]
Filter [maandelijks]
Filter [een keer per maand]
= Yearly | 2026-11-24
Ketel [elk jaar]
Ketel [ieder jaar]
Ketel [jaarlijks]
Ketel [eens per jaar]
= Every 3 months | 2026-11-24
Filter [elke 3 maanden]
Filter [om de drie maanden]
Filter [elk kwartaal]
= Every 6 months | 2026-11-24
Rookmelders [elk half jaar]
Rookmelders [halfjaarlijks]
Rookmelders [elke zes maanden]
= Every 2 days | 2026-11-24
Planten [elke 2 dagen]
Planten [om de twee dagen]
Planten [om de dag]
Planten [om de andere dag]
Planten [elke tweede dag]
= Every 2 weeks | 2026-11-24
Bedden verschonen [elke twee weken]
Bedden verschonen [elke 2 weken]
Bedden verschonen [om de 2 weken]
Bedden verschonen [om de week]
Bedden verschonen [tweewekelijks]
Bedden verschonen [eens in de 2 weken]
= Weekly | 2026-11-26
Vuilnis [elke donderdag]
Vuilnis [ELKE DONDERDAG]
Vuilnis [elke do]
Vuilnis [elke do.]
Vuilnis [iedere donderdag]
Vuilnis [donderdags]
Vuilnis ['s donderdags]
Vuilnis [elke week op donderdag]
Vuilnis [wekelijks op donderdag]
Vuilnis [wekelijks, op donderdag]
Vuilnis [elke donderdagavond]
Vuilnis [elke donderdag avond]
Vuilnis, [elke donderdag]
Vuilnis: [elke donderdag!]
[Elke donderdag] vuilnis buiten zetten
= Weekly on Monday and Thursday | 2026-11-26
Stofzuigen [elke maandag en donderdag]
Stofzuigen [op maandag en donderdag]
Stofzuigen [ma en do]
Stofzuigen [ma/do]
Stofzuigen [ma, do]
Stofzuigen [maandags en donderdags]
Stofzuigen [elke week op maandag en donderdag]
Stofzuigen [elke ma en do]
= Weekly on Monday, Wednesday and Friday | 2026-11-25
Sport [ma, wo, vr]
Sport [maandag, woensdag en vrijdag]
Sport [elke maandag, woensdag en vrijdag]
Sport [op maandag, op woensdag en op vrijdag]
= Weekly on every weekday | 2026-11-24
Broodtrommel [ma-vr]
Broodtrommel [ma t/m vr]
Broodtrommel [van maandag tot en met vrijdag]
Broodtrommel [maandag t/m vrijdag]
Broodtrommel [doordeweeks]
Broodtrommel [op werkdagen]
Broodtrommel [elke werkdag]
= Weekly on every weekend day | 2026-11-28
Croissants [elk weekend]
Croissants [in de weekenden]
Croissants [elke zaterdag en zondag]
= Every 2 weeks on Friday | 2026-11-27
Stofzuigen [elke twee weken op vrijdag]
Stofzuigen [om de 2 weken op vrijdag]
Stofzuigen [om de week op vrijdag]
Stofzuigen [om de vrijdag]
Stofzuigen [om de vrijdag,] 30 min, met Bob
Stofzuigen [elke tweede vrijdag]
Stofzuigen [elke 2e vrijdag]
Stofzuigen [tweewekelijks op vr]
= Every 3 weeks on Monday and Wednesday | 2026-11-25
Stofzuigen [om de drie weken op maandag en woensdag]
= Monthly on the 15th | 2026-12-15
Huur [op de 15e van de maand]
Huur [op de 15e van elke maand]
Huur [de 15e van de maand]
Huur [elke maand op de 15e]
Huur [maandelijks op de 15e]
Huur [elke maand op 15]
Huur [op de 15e]
Huur [elke 15e]
Huur [elke 15de van de maand]
= Monthly on the 1st and 15th | 2026-12-01
Huur [op de 1e en 15e van de maand]
Huur [elke 1e en 15e]
Huur [elke maand op de 1e en de 15e]
= Monthly on the 1st | 2026-12-01
Huur [de eerste dag van de maand]
= Monthly on the last day | 2026-11-30
Meter [op de laatste dag van de maand]
Meter [elke maand op de laatste dag]
= Monthly on the first Monday | 2026-12-07
Filter [de eerste maandag van de maand]
Filter [elke eerste maandag van de maand]
Filter [elke 1e maandag van de maand]
Filter [op de eerste maandag van elke maand]
Filter [maandelijks op de eerste maandag]
Filter [elke eerste maandag]
= Monthly on the second Friday | 2026-12-11
Filter [de tweede vrijdag van de maand]
Filter [elke 2e vrijdag van de maand]
Filter [elke 2de vrijdag van de maand]
= Monthly on the last Friday | 2026-11-27
Waterkoker [de laatste vrijdag van de maand]
Waterkoker [elke laatste vrijdag van de maand]
Waterkoker [elke laatste vrijdag]
Waterkoker [op de laatste vrijdag]
= Monthly on the first and third Monday | 2026-12-07
Filter [de eerste en derde maandag van de maand]
Filter [elke 1e en 3e maandag]
= Every 2 months on the 15th | 2026-12-15
Huur [om de 2 maanden op de 15e]
= Monthly on the last weekday | 2026-11-30
Loon [de laatste werkdag van de maand]
= Yearly on the 24th of December | 2026-12-24
Boom [elk jaar op 24 december]
Boom [jaarlijks op 24 dec.]
Boom [elke 24 december]
= Yearly on the second Sunday of May | 2027-05-09
Moederdag [elke tweede zondag van mei]
Moederdag [elk jaar op de tweede zondag van mei]
= Yearly on the 1st of April and October | 2027-04-01
Banden [elk jaar in april en oktober]
Banden [elke april en oktober]
= 3 days after it was done | 2026-11-24
Planten [3 dagen na voltooiing]
Planten [drie dagen nadat het gedaan is]
Planten [elke 3 dagen na voltooiing]
Planten [3 dagen na het doen]
Planten [3 dagen nadat het is gedaan]
= 1 week after it was done | 2026-11-24
Planten [een week nadat het gedaan is]
= Once | 2026-11-24
Tandarts [vandaag]
Tandarts [eenmalig]
= Once | 2026-11-25
Tandarts [morgen]
Tandarts [morgen] om 9 uur
= Once | 2026-11-26
Tandarts [overmorgen]
= Once | 2026-11-27
Tandarts [vrijdag]
Tandarts [op vrijdag]
Tandarts [deze vrijdag]
Tandarts [aanstaande vrijdag]
Tandarts [over 3 dagen]
Belasting [uiterlijk vrijdag]
Belasting [vóór vrijdag]
= Once | 2026-12-04
Tandarts [volgende vrijdag]
Tandarts [volgende week vrijdag]
= Once | 2026-11-30
Tandarts [volgende week]
= Once | 2026-12-08
Tandarts [over twee weken]
= Once | 2026-12-14
Tandarts [14-12-2026]
Tandarts [op 14-12]
Tandarts [14/12]
Tandarts [op 14 december]
Tandarts [14 dec.]
Tandarts [ma. 14 dec. 2026]
Tandarts [op maandag 14 december 2026] om 9.30 uur
Tandarts [ma 14/12]
= Once | 2027-04-03
Tandarts [3/4]
Tandarts [op 3 april]
= Daily | 2026-12-01
Pillen [elke dag] [vanaf 1 december]
Pillen [dagelijks] [vanaf 1-12]
= Daily | 2026-11-24 | 2026-12-03
Pillen [elke dag] [gedurende 10 dagen]
Pillen [elke dag] [10 dagen lang]
= Daily | 2026-11-24 | 2027-01-05
Pillen [elke dag] [tot 5 januari]
Pillen [elke dag] [t/m 5 januari]
Pillen [elke dag] [tot en met 5-1]
= Weekly | 2026-12-04 | 2026-12-31
Vuilnis [elke vrijdag] [vanaf 1-12] [tot 31-12]
= Every 2 weeks on every weekday | 2026-11-24
Planten [elke 2 weken op elke werkdag]
= Every 2 weeks on every day | 2026-11-24
Planten [elke 2 weken op elke dag]
= Monthly on the 1st, 15th and last day | 2026-11-30
Planten [elke maand op de 1e, de 15e en de laatste dag]
= asks
Sport {3x per week}
Sport {twee keer per week}
Sport {2 keer per maand}
Hond wassen {elke 2-3 weken}
Hond wassen {elke paar dagen}
Ramen {regelmatig}
Medicijn {elke 3 uur}
Gordijnen {in het voorjaar}
Was {za}
Medicijn {'s avonds}
Ramen {af en toe}
= asks weekly
Badkamer schoonmaken
Vuilnis buiten zetten
Stofzuigen
= asks once
Oma bellen
Zo gaat het goed
De derde trede repareren
Op de 1e verdieping luchten
Afgelopen vrijdag inhalen
Boek 3-2 lezen
`;
