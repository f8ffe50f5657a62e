/** Lines in French; tests/support/one-line/table.ts says how they are read. */
export const FRENCH = `
= Daily | 2026-11-24
Vider le lave-vaisselle [tous les jours]
Vider le lave-vaisselle [TOUS LES JOURS]
Nourrir le chat [chaque jour]
Nourrir le chat [quotidiennement]
Nourrir le chat [une fois par jour]
Vitamines [tous les matins]
Vitamines [chaque soir]
Promener le chien [toutes les nuits]
Vitamines [tous les] matins et soirs
= Weekly | 2026-11-24
Salle de bain [toutes les semaines]
Salle de bain [chaque semaine]
Salle de bain [une fois par semaine]
Salle de bain [hebdomadaire]
Salle de bain [chaque mardi]
= Monthly | 2026-11-24
Filtre [tous les mois]
Filtre [chaque mois]
Filtre [mensuel]
Filtre [mensuellement]
Filtre [une fois par mois]
= Yearly | 2026-11-24
Chaudière [tous les ans]
Chaudière [chaque année]
Chaudière [chaque annee]
Chaudière [annuellement]
Chaudière [une fois par an]
= Every 3 months | 2026-11-24
Filtre [tous les 3 mois]
Filtre [tous les trimestres]
Filtre [trimestriel]
= Every 6 months | 2026-11-24
Détecteurs [tous les six mois]
Détecteurs [semestriel]
= Every 2 days | 2026-11-24
Arroser [tous les 2 jours]
Arroser [tous les deux jours]
Arroser [un jour sur deux]
= Every 2 weeks | 2026-11-24
Draps [toutes les deux semaines]
Draps [toutes les 2 semaines]
Draps [une semaine sur deux]
Draps [tous les quinze jours]
= Every 15 days | 2026-11-24
Draps [tous les 15 jours]
= Weekly | 2026-11-26
Poubelles [tous les jeudis]
Poubelles [TOUS LES JEUDIS]
Poubelles [tous les jeudi]
Poubelles [chaque jeudi]
Poubelles [chaque jeu.]
Poubelles [le jeudi]
Poubelles [les jeudis]
Poubelles [jeudis]
Poubelles [toutes les semaines le jeudi]
Poubelles [chaque semaine, le jeudi]
Poubelles [tous les jeudis soirs]
Poubelles [chaque jeudi soir]
Poubelles, [tous les jeudis]
Poubelles : [tous les jeudis] !
[Tous les jeudis] sortir les poubelles
= Weekly on Monday and Thursday | 2026-11-26
Aspirateur [tous les lundis et jeudis]
Aspirateur [les lundis et jeudis]
Aspirateur [lundi et jeudi]
Aspirateur [lun et jeu]
Aspirateur [lun/jeu]
Aspirateur [chaque lundi et chaque jeudi]
Aspirateur [le lundi et le jeudi]
Aspirateur [toutes les semaines le lundi et le jeudi]
= Weekly on Monday, Wednesday and Friday | 2026-11-25
Sport [lundi, mercredi et vendredi]
Sport [lun, mer, ven]
Sport [tous les lundis, mercredis et vendredis]
Sport [chaque semaine le lundi, le mercredi et le vendredi]
= Weekly on every weekday | 2026-11-24
Goûter [du lundi au vendredi]
Goûter [lun-ven]
Goûter [lundi-vendredi]
Goûter [en semaine]
Goûter [tous les jours ouvrés]
Goûter [les jours ouvrables]
= Weekly on every weekend day | 2026-11-28
Croissants [tous les week-ends]
Croissants [chaque weekend]
Croissants [le week-end]
Croissants [les samedis et dimanches]
= Every 2 weeks on Friday | 2026-11-27
Aspirateur [toutes les deux semaines le vendredi]
Aspirateur [un vendredi sur deux]
Aspirateur [un vendredi sur deux,] 30 min, avec Bob
Aspirateur [tous les deux vendredis]
Aspirateur [une semaine sur deux le vendredi]
= Monthly on the 15th | 2026-12-15
Loyer [le 15 de chaque mois]
Loyer [le 15 du mois]
Loyer [tous les 15 du mois]
Loyer [chaque mois le 15]
Loyer [tous les mois le 15]
Loyer [mensuel le 15]
Loyer [le 15]
= Monthly on the 1st and 15th | 2026-12-01
Loyer [le 1er et le 15 de chaque mois]
Loyer [le 1 et 15 du mois]
Loyer [tous les mois le 1er et le 15]
= Monthly on the 1st | 2026-12-01
Loyer [le 1er du mois]
Loyer [le premier jour du mois]
= Monthly on the last day | 2026-11-30
Compteur [le dernier jour du mois]
Compteur [en fin de mois]
Compteur [à la fin du mois]
Compteur [a la fin de chaque mois]
= Monthly on the first Monday | 2026-12-07
Filtre [le premier lundi du mois]
Filtre [le 1er lundi du mois]
Filtre [le premier lundi de chaque mois]
Filtre [chaque premier lundi du mois]
Filtre [tous les premiers lundis du mois]
Filtre [tous les mois le premier lundi]
= Monthly on the second Friday | 2026-12-11
Filtre [le deuxième vendredi du mois]
Filtre [le deuxieme vendredi du mois]
Filtre [le 2e vendredi du mois]
Filtre [le 2ème vendredi du mois]
= Monthly on the last Saturday | 2026-11-28
Bouilloire [le dernier samedi du mois]
Bouilloire [chaque dernier samedi]
Bouilloire [tous les mois le dernier samedi]
= Monthly on the first and third Monday | 2026-12-07
Filtre [le premier et troisième lundi du mois]
Filtre [le premier et le troisième lundi de chaque mois]
= Every 2 months on the 15th | 2026-12-15
Loyer [tous les 2 mois le 15]
= Monthly on the last weekday | 2026-11-30
Salaires [le dernier jour ouvré du mois]
= Yearly on the 24th of December | 2026-12-24
Sapin [tous les ans le 24 décembre]
Sapin [chaque année le 24 decembre]
Sapin [chaque 24 décembre]
= Yearly on the second Sunday of May | 2027-05-09
Fête [chaque deuxième dimanche de mai]
Fête [tous les ans le deuxième dimanche de mai]
= Yearly on the 1st of April and October | 2027-04-01
Pneus [tous les ans en avril et octobre]
Pneus [chaque avril et octobre]
= 3 days after it was done | 2026-11-24
Plantes [3 jours après l'avoir fait]
Plantes [trois jours après l’avoir fait]
Plantes [tous les 3 jours après l'avoir fait]
Plantes [3 jours après que c'est fait]
Plantes [3 jours apres la derniere fois]
= Once | 2026-11-24
Dentiste [aujourd'hui]
Dentiste [aujourd’hui]
Dentiste [une seule fois]
= Once | 2026-11-25
Dentiste [demain]
Dentiste [demain] à 9h
= Once | 2026-11-26
Dentiste [après-demain]
Dentiste [apres-demain]
= Once | 2026-11-27
Dentiste [vendredi]
Dentiste [vendredi prochain]
Dentiste [ce vendredi]
Dentiste [dans 3 jours]
Impôts [avant vendredi]
Impôts [d'ici vendredi]
= Once | 2026-12-04
Dentiste [vendredi de la semaine prochaine]
= Once | 2026-11-30
Dentiste [la semaine prochaine]
= Once | 2026-12-08
Dentiste [dans deux semaines]
= Once | 2026-12-14
Dentiste [14/12/2026]
Dentiste [le 14/12]
Dentiste [14/12]
Dentiste [le 14 décembre]
Dentiste [14 déc.]
Dentiste [le lun. 14 déc. 2026]
Dentiste [le lundi 14 décembre 2026] à 9h30
Dentiste [lundi 14/12]
= Once | 2027-01-01
Vœux [le 1er janvier]
Vœux [le premier janvier]
= Once | 2027-04-03
Dentiste [3/4]
= Daily | 2026-12-01
Cachets [tous les jours] [à partir du 1er décembre]
Cachets [chaque jour] [dès le 1er décembre]
= Daily | 2026-11-24 | 2026-12-03
Cachets [tous les jours] [pendant 10 jours]
= Daily | 2026-11-24 | 2027-01-05
Cachets [tous les jours] [jusqu'au 5 janvier]
Cachets [tous les jours] [jusqu'au 5/1]
= Weekly | 2026-12-04 | 2026-12-31
Poubelles [tous les vendredis] [à partir du 1/12] [jusqu'au 31/12]
= 1 week after it was done | 2026-11-24
Plantes [une semaine après l'avoir fait]
= Every 2 weeks on every weekday | 2026-11-24
Plantes [toutes les 2 semaines les jours ouvrés]
= Every 2 weeks on every day | 2026-11-24
Plantes [toutes les 2 semaines tous les jours]
= Once | 2026-11-24
Plantes [une fois]
= Monthly on the 1st, 15th and last day | 2026-11-30
Plantes [chaque mois le 1er, le 15 et le dernier jour]
= asks
Sport {3x par semaine}
Sport {deux fois par semaine}
Sport {2 fois par mois}
Chien {toutes les 2 à 3 semaines}
Chien {tous les quelques jours}
Vitres {régulièrement}
Médicaments {toutes les 3 heures}
Rideaux {au printemps}
Lessive {sam}
Médicaments {le soir}
Vitres {de temps en temps}
= asks weekly
Laver la salle de bain
Sortir les poubelles
Passer l'aspirateur
= asks once
Appeler mamie
Vendredi noir
Aller à la mer
Réparer la troisième marche
Toutes les photos à trier un jour
Préparer le dernier repas
Vendredi dernier
Une fois pour toutes en finir
`;
