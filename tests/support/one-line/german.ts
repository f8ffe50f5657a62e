/** Lines in German; tests/support/one-line/table.ts says how they are read. */
export const GERMAN = `
= Daily | 2026-11-24
Spülmaschine ausräumen [täglich]
Spülmaschine ausräumen [TÄGLICH]
Spülmaschine ausräumen [taeglich]
Spülmaschine ausräumen [taglich]
Katze füttern [jeden Tag]
Katze füttern [alle Tage]
Katze füttern [einmal am Tag]
Vitamine [jeden Morgen]
Vitamine [jeden Abend]
Hund ausführen [jede Nacht]
[Tägliche] Runde durchs Haus
Vitamine [jeden] Morgen und Abend
= Weekly | 2026-11-24
Bad putzen [wöchentlich]
Bad putzen [woechentlich]
Bad putzen [jede Woche]
Bad putzen [einmal die Woche]
Bad putzen [einmal pro Woche]
Bad putzen [1x pro Woche]
Bad putzen [jeden Dienstag]
[Wöchentlicher] Bericht
= Monthly | 2026-11-24
Filter [monatlich]
Filter [jeden Monat]
Filter [einmal im Monat]
= Yearly | 2026-11-24
Heizung [jährlich]
Heizung [jaehrlich]
Heizung [jedes Jahr]
Heizung [einmal im Jahr]
= Every 3 months | 2026-11-24
Filter [vierteljährlich]
Filter [alle 3 Monate]
Filter [jedes Quartal]
= Every 6 months | 2026-11-24
Rauchmelder [halbjährlich]
Rauchmelder [alle sechs Monate]
Rauchmelder [jedes halbe Jahr]
= Every 2 days | 2026-11-24
Blumen gießen [alle 2 Tage]
Blumen gießen [alle zwei Tage]
Blumen gießen [jeden zweiten Tag]
Blumen gießen [jeden 2. Tag]
= Every 2 weeks | 2026-11-24
Betten beziehen [alle zwei Wochen]
Betten beziehen [alle 2 wochen]
Betten beziehen [jede zweite Woche]
Betten beziehen [jede 2. Woche]
Betten beziehen [14-tägig]
Betten beziehen [zweiwöchentlich]
= Every 14 days | 2026-11-24
Betten beziehen [alle 14 Tage]
= Weekly | 2026-11-26
Müll [jeden Donnerstag]
Müll [JEDEN DONNERSTAG]
Müll [jeden do]
Müll [jeden Do.]
Müll [donnerstags]
Müll [immer donnerstags]
Müll [immer am Donnerstag]
Müll [jede Woche am Donnerstag]
Müll [wöchentlich am Donnerstag]
Müll [wöchentlich donnerstags]
Müll [wöchentlich, am Do]
Müll [jeden Donnerstagabend]
Müll [jeden Donnerstag Abend]
Klavier [donnerstagabends]
Müll, [jeden Donnerstag]
Müll: [jeden Donnerstag!]
[Jeden Donnerstag] Müll
= Weekly on Monday and Thursday | 2026-11-26
Saugen [jeden Montag und Donnerstag]
Saugen [montags und donnerstags]
Saugen [Mo und Do]
Saugen [mo/do]
Saugen [mo, do]
Saugen [jeden Mo. und Do.]
Saugen [am Montag und Donnerstag]
Saugen [jede Woche am Montag und am Donnerstag]
= Weekly on Monday, Wednesday and Friday | 2026-11-25
Sport [Mo, Mi, Fr]
Sport [montags, mittwochs und freitags]
Sport [jeden Montag, Mittwoch und Freitag]
Sport [am Montag, am Mittwoch und am Freitag]
= Weekly on every weekday | 2026-11-24
Schulbrot [Mo-Fr]
Schulbrot [mo–fr]
Schulbrot [von Montag bis Freitag]
Schulbrot [Montag bis Freitag]
Schulbrot [werktags]
Schulbrot [an Werktagen]
Schulbrot [jeden Werktag]
Schulbrot [unter der Woche]
= Weekly on every weekend day | 2026-11-28
Brötchen [jedes Wochenende]
Brötchen [an Wochenenden]
Brötchen [jeden Samstag und Sonntag]
Brötchen [samstags und sonntags]
= Every 2 weeks on Friday | 2026-11-27
Saugen [alle zwei Wochen am Freitag]
Saugen [alle 2 Wochen freitags]
Saugen [jeden zweiten Freitag]
Saugen [jeden 2. Freitag]
Saugen [alle 2 Wochen am Fr]
Saugen [14-tägig freitags]
Staubsaugen [jeden 2. Freitag,] 30 min, mit Bob
= Every 3 weeks on Monday and Wednesday | 2026-11-25
Saugen [alle drei Wochen am Montag und Mittwoch]
= Monthly on the 15th | 2026-12-15
Miete [am 15. jeden Monats]
Miete [am 15. des Monats]
Miete [am 15. im Monat]
Miete [am 15. eines jeden Monats]
Miete [jeden Monat am 15.]
Miete [monatlich am 15.]
Miete [am 15.]
Miete [jeden 15.]
Miete [jeden 15. im Monat]
= Monthly on the 1st and 15th | 2026-12-01
Miete [am 1. und 15. jeden Monats]
Miete [am 1. und am 15. jeden Monats]
Miete [monatlich am 1. und 15.]
= Monthly on the 1st | 2026-12-01
Miete [am Ersten jeden Monats]
Miete [am Monatsersten]
= Monthly on the last day | 2026-11-30
Zähler [am letzten Tag des Monats]
Zähler [am Monatsletzten]
Zähler [zum Monatsende]
Zähler [monatlich am letzten Tag]
= Monthly on the first Monday | 2026-12-07
Filter [jeden ersten Montag im Monat]
Filter [jeden 1. Montag im Monat]
Filter [am ersten Montag des Monats]
Filter [monatlich am ersten Montag]
Filter [jeden ersten Montag]
= Monthly on the second Friday | 2026-12-11
Filter [jeden 2. Freitag im Monat]
Filter [am zweiten Freitag im Monat]
= Monthly on the last Saturday | 2026-11-28
Kessel [jeden letzten Samstag im Monat]
Kessel [monatlich am letzten Sa]
Kessel [jeden letzten Samstag]
= Monthly on the first and third Monday | 2026-12-07
Filter [am ersten und dritten Montag im Monat]
Filter [jeden 1. und 3. Montag]
= Every 2 months on the 15th | 2026-12-15
Miete [alle 2 Monate am 15.]
= Monthly on the last weekday | 2026-11-30
Lohn [am letzten Werktag im Monat]
= Yearly on the 24th of December | 2026-12-24
Baum [jedes Jahr am 24. Dezember]
Baum [jährlich am 24. Dez.]
Baum [jeden 24. Dezember]
= Yearly on the second Sunday of May | 2027-05-09
Muttertag [jeden zweiten Sonntag im Mai]
Muttertag [jährlich am 2. Sonntag im Mai]
= Yearly on the 1st of April and October | 2027-04-01
Reifen [jeden April und Oktober]
Reifen [jährlich im April und Oktober]
= 3 days after it was done | 2026-11-24
Blumen [alle 3 Tage nach Erledigung]
Blumen [3 Tage nach Erledigung]
Blumen [3 Tage, nachdem es erledigt wurde]
Blumen [drei Tage nach dem Erledigen]
Blumen [alle 3 Tage nachdem es gemacht wurde]
= 1 week after it was done | 2026-11-24
Blumen [wöchentlich nach Erledigung]
= Once | 2026-11-24
Zahnarzt [heute]
Zahnarzt [einmal]
= Once | 2026-11-25
Zahnarzt [morgen]
Zahnarzt [morgen] um 9 Uhr
= Once | 2026-11-26
Zahnarzt [übermorgen]
Zahnarzt [uebermorgen]
Zahnarzt [ubermorgen]
= Once | 2026-11-27
Zahnarzt [Freitag]
Zahnarzt [am Freitag]
Zahnarzt [diesen Freitag]
Zahnarzt [in 3 Tagen]
Steuer [bis spätestens Freitag]
Steuer [bis Freitag]
Hausaufgaben [bis zum 27.11.]
= Once | 2026-12-04
Zahnarzt [nächsten Freitag]
Zahnarzt [am nächsten Freitag]
= Once | 2026-11-30
Zahnarzt [nächste Woche]
= Once | 2026-12-08
Zahnarzt [in zwei Wochen]
= Once | 2026-12-14
Zahnarzt [14.12.]
Zahnarzt [am 14.12.]
Zahnarzt [am 14.12.2026]
Zahnarzt [am 14.12.26]
Zahnarzt [am Mo., 14.12.]
Zahnarzt [14. Dezember]
Zahnarzt [am 14. Dez.]
Zahnarzt [am Montag, den 14. Dezember 2026] um 9:30 Uhr
Zahnarzt [2026-12-14]
= Once | 2027-04-03
Zahnarzt [3.4.]
Zahnarzt [am 3. April]
= Daily | 2026-12-01
Medizin [täglich] [ab 1. Dezember]
Medizin [täglich] [ab dem 1.12.]
= Daily | 2026-11-24 | 2026-12-03
Medizin [täglich] [für 10 Tage]
Medizin [jeden Tag] [10 Tage lang]
= Daily | 2026-11-24 | 2027-01-05
Medizin [täglich] [bis zum 5. Januar]
Medizin [täglich] [bis 5.1.]
= Weekly | 2026-12-04 | 2026-12-31
Müll [jeden Freitag] [ab 1.12.] [bis 31.12.]
= Weekly | 2026-12-31
Yoga [wöchentlich] [ab 31. Dezember] im Keller
= 1 day after it was done | 2026-11-24
Blumen [1 Tag nach der letzten Erledigung]
= Every 2 weeks on every weekday | 2026-11-24
Blumen [alle 2 Wochen an jedem Werktag]
= Every 2 weeks on every day | 2026-11-24
Blumen [alle 2 Wochen an jedem Tag]
= Once | 2026-11-24
Blumen [einmalig]
= Monthly on the 1st, 15th and last day | 2026-11-30
Blumen [jeden Monat am 1., 15. und letzten Tag]
= asks
Turnen {3x pro Woche}
Turnen {zweimal wöchentlich}
Turnen {2 mal im Monat}
Hund baden {alle 2-3 Wochen}
Hund baden {alle paar Tage}
Fenster {regelmäßig}
Laden {alle 3 Stunden}
Gardinen {im Frühling}
Wäsche {Sa}
Medizin {abends}
Blumen {ab und zu}
= asks weekly
Bad putzen
Müll rausbringen
Wäsche
= asks once
Oma anrufen
So ist es gut gemacht
Mittwochs-Club gründen
Im 1. Stock lüften
Letzten Freitag nachholen
Alle Fenster zählen
Morgenmantel flicken
Mai-Ausflug planen
Zimmer 15 vermessen
Node 22.11 einspielen
`;
